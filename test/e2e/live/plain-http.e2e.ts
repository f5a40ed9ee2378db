/** Several tabs in one browser over plain HTTP, where some browser features aren't available. */
import type { Page } from '@playwright/test'
import { plainHost } from '#scripts/support/find-browser.ts'
import { enter, expect, test } from '#test/e2e/support/desk.ts'
import { fundingOf } from '#test/e2e/support/screen.ts'
import { served } from '#test/e2e/support/served.ts'

test.use({ events: true })

/** Simulates hiding or showing a tab, because Playwright keeps all tabs visible. */
const turn = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

test('visible tabs receive events, and a hidden tab closes its event stream and updates once it is visible', async ({
  desk,
  context,
}) => {
  const { port } = new URL(served().address)
  const address = `http://${plainHost}:${port}`
  await enter(context, await desk.makeLender(), address)
  const loan = await desk.makeLoan()
  const commitTen = async () =>
    desk.makeCommitment(await desk.makeLender(), loan, { percentage: '10' })
  const streams = (page: Page) => {
    const seen = { open: 0, addresses: [] as string[] }
    const isStream = (url: string) => url.includes('/api/events')
    page.on('response', (response) => {
      if (!isStream(response.url())) return
      seen.open += 1
      seen.addresses.push(response.url())
    })
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfailed', (request) => {
        if (isStream(request.url())) seen.open -= 1
      })
    return seen
  }
  const tabs = [await context.newPage(), await context.newPage()] as const
  const seen = [streams(tabs[0]), streams(tabs[1])] as const
  for (const [index, tab] of tabs.entries()) {
    await tab.goto(`${address}/loans/${loan.id}`)
    await expect(fundingOf(tab)).toContainText('available · 100%')
    await expect.poll(() => seen[index]?.open).toBe(1)
  }
  expect(await tabs[0].evaluate(() => isSecureContext)).toBe(false)

  await commitTen()
  for (const tab of tabs) await expect(fundingOf(tab)).toContainText('available · 90%')

  await turn(tabs[1], true)
  await expect.poll(() => seen[1].open).toBe(0)
  await commitTen()
  await expect(fundingOf(tabs[0])).toContainText('available · 80%')
  expect(await fundingOf(tabs[1]).textContent()).toContain('available · 90%')
  await turn(tabs[1], false)
  await expect(fundingOf(tabs[1])).toContainText('available · 80%')
  expect(seen[1].addresses.at(-1)).toMatch(/\?since=\d+/)
})
