import { test as base, type BrowserContext, type Page } from '@playwright/test'
import type { EventData } from '#contract/live/calls.ts'
import type { Topic } from '#contract/live/topics.ts'
import { enter, expect, type Person } from '#test/e2e/support/desk.ts'
import { openTwoProcesses, type TwoProcesses } from '#test/e2e/support/two-processes.ts'

interface Fixtures {
  desk: TwoProcesses
  openAt: (which: keyof TwoProcesses['addresses'], person: Person) => Promise<Page>
}

const test = base.extend<Fixtures>({
  // These tests use a separate server so that no other test changes its figures or sends events.
  desk: [
    async ({}, use) => {
      const desk = await openTwoProcesses()
      await use(desk)
      await desk.close()
    },
    { timeout: 180_000 },
  ],

  openAt: async ({ browser, desk }, use) => {
    const opened: BrowserContext[] = []
    await use(async (which, person) => {
      const baseURL = desk.addresses[which]
      const context = await browser.newContext({ baseURL })
      opened.push(context)
      await enter(context, person, baseURL)
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})

/** A selector, and the text expected in the element or in one of its attributes. */
interface Sight {
  selector: string
  attribute?: string
  contains: string
}

/**
 * Waits in the page until the element shows the text. Only an event may cause the change, so a navigation or reload
 * fails the test. Only the test's timeout limits the wait.
 */
const comesBy = (page: Page, sight: Sight) =>
  page.evaluate(
    ({ selector, attribute, contains }) =>
      new Promise<void>((resolve) => {
        const shown = (element: Element) =>
          attribute === undefined ? element.textContent : element.getAttribute(attribute)
        const observer = new MutationObserver(look)
        function look() {
          const found = [...document.querySelectorAll(selector)]
          if (!found.some((element) => shown(element)?.includes(contains))) return
          observer.disconnect()
          resolve()
        }
        const all = { childList: true, subtree: true, attributes: true, characterData: true }
        observer.observe(document, all)
        look()
      }),
    sight,
  )

const bar = (percent: number): Sight => ({
  selector: 'main [role=progressbar]',
  attribute: 'aria-valuetext',
  contains: `${percent}% binding, 0% soft, ${100 - percent}% available`,
})

const bell = (unread: number): Sight => ({
  selector: 'header a[aria-label^=Notifications]',
  attribute: 'aria-label',
  contains: `Notifications, ${unread} unread`,
})

async function listen(...tabs: Page[]): Promise<(Topic | 'opened')[]> {
  const told: (Topic | 'opened')[] = []
  for (const tab of tabs) {
    const session = await tab.context().newCDPSession(tab)
    session.on('Network.eventSourceMessageReceived', ({ eventName, data }) => {
      if (eventName === 'opened') told.push(eventName)
      if (eventName === 'changed') told.push((JSON.parse(data) as EventData['changed']).topic)
    })
    await session.send('Network.enable')
  }
  return told
}

test("a commitment in one process updates browsers connected to another, and no lender receives another lender's events", async ({
  desk,
  openAt,
}) => {
  test.slow()
  const loan = await desk.makeLoan()
  const [lender, earlier, other] = [
    await desk.makeLender({ firstName: 'Ada', lastName: 'Cole' }),
    await desk.makeLender(),
    await desk.makeLender(),
  ]
  const unreadOf = async (person: Person) => (await person.call('countUnreadNotifications')).unread

  const page = await openAt('first', lender)
  await page.goto(`/loans/${loan.id}`)
  const ofAdmin = await openAt('second', desk.admin)
  const book = await ofAdmin.context().newPage()
  const ofOther = await openAt('second', other)
  const [toldAdmin, toldOther] = [await listen(ofAdmin, book), await listen(ofOther)]
  for (const each of [ofAdmin, ofOther]) await each.goto(`/loans/${loan.id}`)
  await book.goto(`/loans/${loan.id}/book`)

  for (const each of [page, ofAdmin, ofOther]) await comesBy(each, bar(0))
  for (const told of [toldAdmin, toldOther])
    await expect.poll(() => told, { timeout: 30_000 }).toContain('opened')

  // Changes arrive in order, so once this change is shown, all earlier changes have arrived.
  await test.step('all browsers show a first commitment', async () => {
    await desk.makeCommitment(earlier, loan, { percentage: '10' })
    for (const each of [page, ofAdmin, ofOther]) await comesBy(each, bar(10))
    await comesBy(book, { selector: 'main', contains: 'Lena Brook' })
    for (const each of [ofAdmin, book]) await comesBy(each, bell(await unreadOf(desk.admin)))
    await comesBy(ofOther, bell(await unreadOf(other)))
  })

  const unread = { admin: await unreadOf(desk.admin), other: await unreadOf(other) }
  toldAdmin.length = toldOther.length = 0
  await test.step('a commitment made in one process reaches browsers connected to the other process', async () => {
    await page.getByRole('button', { name: 'Commit to This Loan' }).click()
    const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
    await dialog.getByRole('spinbutton').fill('30')
    await Promise.all([
      comesBy(ofAdmin, bar(40)),
      comesBy(ofAdmin, bell(unread.admin + 1)),
      comesBy(book, { selector: 'main', contains: 'Ada Cole' }),
      comesBy(book, bell(unread.admin + 1)),
      comesBy(ofOther, bar(40)),
      dialog.getByRole('button', { name: 'Confirm Commitment' }).click(),
    ])
    await expect(dialog).toBeHidden()
  })

  await test.step("a lender never receives other users' events", async () => {
    expect(toldAdmin).toEqual(expect.arrayContaining(['book', 'notifications', 'audit']))
    // Changes arrive in order, so an earlier change would have arrived before this change.
    await desk.makeCommitment(earlier, loan, { percentage: '20' })
    await comesBy(ofOther, bar(60))
    expect([...new Set(toldOther)]).toEqual(['book'])
    expect(await unreadOf(other)).toBe(unread.other)
    await comesBy(ofOther, bell(unread.other))
  })
})
