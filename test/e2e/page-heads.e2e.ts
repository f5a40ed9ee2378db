import type { Loan } from '#contract/loans/shapes.ts'
import { pageTable, type PageRow } from '#contract/pages.ts'
import { enter, expect, test, type Page } from './support/desk.ts'
import { openWhole } from './support/screen.ts'

/** Records the calls made by the page's code but not those preloaded by its HTML. */
const recordCalls = (page: Page) =>
  page.addInitScript(() => {
    const called: string[] = []
    const send = window.fetch
    window.fetch = async (...input) => {
      if (typeof input[0] === 'string') called.push(input[0])
      return send(...input)
    }
    Object.assign(window, { called })
  })

async function visit(page: Page, address: string) {
  const requested: string[] = []
  const note = (request: { url: () => string }) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) requested.push(pathname + search)
  }
  page.on('request', note)
  const html = (await (await openWhole(page, address))?.text()) ?? ''
  page.off('request', note)
  const links = [...html.matchAll(/<link rel="preload" as="fetch"[^>]* href="([^"]*)"/g)].map(
    ([, href = '']) => href.replaceAll('&amp;', '&'),
  )
  const called = await page.evaluate(() => (window as unknown as { called: string[] }).called)
  return { links, requested, called }
}

test("every page's HTML preloads its first requests without sending any request twice", async ({
  page,
  desk,
}) => {
  test.slow()
  const { id }: Loan = await desk.makeLoan()
  await recordCalls(page)
  const rows = Object.values<PageRow>(pageTable)
  await test.step("visitors' pages preload their first requests", async () => {
    for (const row of rows.filter(({ access }) => access === 'anyone')) await check(row)
  })
  await enter(page.context(), desk.admin)
  await test.step("administrators' pages preload their first requests", async () => {
    for (const row of rows.filter(({ access }) => access !== 'anyone')) await check(row)
  })

  async function check({ path }: PageRow) {
    const address = path.replace(':id', id)
    const { links, requested, called } = await visit(page, address)
    expect(links.length, address).toBeGreaterThan(0)
    const unused = links.filter((link) => !called.includes(link))
    expect({ address, unused }).toEqual({ address, unused: [] })
    const twice = requested.filter((call, place) => requested.indexOf(call) !== place)
    expect({ address, twice }).toEqual({ address, twice: [] })
  }
})
