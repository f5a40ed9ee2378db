import type { Page } from '@playwright/test'
import { enter, expect, test, testOnPhone, type Desk } from '#test/e2e/support/desk.ts'
import {
  hold,
  chooseForLine,
  closeReceipt,
  expectToast,
  fact,
  fundingOf,
  openCommitDialog,
  gotoLive,
  whenLive,
} from '#test/e2e/support/screen.ts'

test.use({ events: true })

const offline = (page: Page) => page.getByRole('banner').getByText(/^Updated \d+:\d\d · offline$/)

const awaiting = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Your account is awaiting approval.' })

async function openLive(page: Page, loan: { id: string }) {
  await gotoLive(page, `/loans/${loan.id}`)
  await expect(fundingOf(page)).toContainText('available · 100%')
}

const commitTen = async (desk: Desk, loan: { id: string }) =>
  desk.makeCommitment(await desk.makeLender(), loan, { percentage: '10' })

test('a commitment in one browser updates the funding bar, the book, and the notification bell in another', async ({
  desk,
  lender,
  page,
}) => {
  const loan = await desk.makeLoan()
  const admin = await desk.openAs(desk.admin)
  await gotoLive(admin, `/loans/${loan.id}/book`)
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible()
  const other = await desk.openAs(await desk.makeLender())
  await gotoLive(other, `/loans/${loan.id}`)
  await expect(fundingOf(other)).toContainText('available · 100%')
  const bell = admin.getByRole('banner').getByRole('link', { name: /^Notifications/ })
  const unread = async () =>
    Number(/(\d+)/.exec((await bell.getAttribute('aria-label')) ?? '')?.[1] ?? 0)
  await expect.poll(unread).toBeGreaterThan(0)
  const before = await unread()

  await page.goto(`/loans/${loan.id}`)
  await page.getByRole('button', { name: 'Commit to This Loan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
  await dialog.getByRole('spinbutton').fill('30')
  await dialog.getByRole('button', { name: 'Confirm Commitment' }).click()
  await expect(dialog).toBeHidden()

  await expect(fundingOf(other)).toContainText('available · 70%')
  await expect(admin.getByRole('main')).toContainText(`${lender.firstName} ${lender.lastName}`)
  // The count includes notifications from other tests.
  await expect.poll(unread).toBeGreaterThanOrEqual(Math.min(before + 1, 99))
})

test('an open commitment dialog keeps its input and shows that the available share was reduced', async ({
  desk,
  lenderPage: page,
}) => {
  const loan = await desk.makeLoan()
  const live = whenLive(page)
  const dialog = await openCommitDialog(page, loan)
  await dialog.getByRole('spinbutton').fill('55')
  await dialog.getByLabel('Soft Commit').check()
  await live
  const other = await desk.makeLender()
  await desk.makeCommitment(other, loan, { percentage: '40' })
  await expect(fact(page, 'Available')).toHaveText('60% ($1,500,000.00)')
  await expect(dialog).toContainText(
    'Less is available now: 60%, down from 100% when you opened this.',
  )
  await expect(dialog.getByRole('spinbutton')).toHaveValue('55')
  await expect(dialog.getByLabel('Soft Commit')).toBeChecked()
  await desk.makeCommitment(other, loan, { percentage: '40' })
  await expect(dialog.getByRole('spinbutton')).toHaveValue('20')
  await expect(dialog).toContainText('Only 20% is left now; your 55% became 20%.')
})

test('a new message appears immediately, and the message being read stays in view', async ({
  desk,
  lenderPage: page,
}) => {
  const loan = await desk.makeLoan()
  const say = (message: string) =>
    desk.admin.call('createMessage', { body: { loanId: loan.id, message } })
  for (let number = 1; number <= 15; number += 1) await say(`Notice ${number}`)
  await gotoLive(page, `/loans/${loan.id}`)
  const box = page.getByRole('log', { name: 'Messages' })
  const fromEnd = () =>
    box.evaluate(
      ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
    )
  await expect(box.getByText('Notice 15', { exact: true })).toBeVisible()
  await say('Notice 16')
  await expect(box.getByText('Notice 16', { exact: true })).toBeVisible()
  await expect.poll(fromEnd).toBeLessThan(2)
  await box.evaluate((element) => element.scrollTo({ top: 100 }))
  await expect.poll(fromEnd).toBeGreaterThan(100)
  await say('Notice 17')
  await expect(box.getByText('Notice 17', { exact: true })).toBeAttached()
  expect(await box.evaluate(({ scrollTop }) => scrollTop)).toBe(100)
})

test('after an approval, all open tabs show a message without reloading or losing input', async ({
  desk,
  context,
  page,
  pending,
}) => {
  const loan = await desk.makeLoan()
  const tabs = [page, await context.newPage()]
  for (const tab of tabs) {
    await gotoLive(tab, `/loans/${loan.id}`)
    await expect(awaiting(tab)).toBeVisible()
  }
  const company = page.getByLabel('Which firm are you with?')
  await company.fill('Cole Capital')
  await desk.admin.call('approveUser', { params: { id: pending.id } })
  for (const tab of tabs) {
    await expectToast(tab, 'Your account was approved', 'You can now commit to loans.')
    await expect(awaiting(tab)).toBeHidden()
    await expect(tab.getByRole('textbox', { name: 'Your message' })).toBeVisible()
  }
  await expect(company).toHaveValue('Cole Capital')
  await page.getByRole('button', { name: 'Not Now' }).click()
  await expect(company).toBeHidden()
  await desk.admin.call('createMessage', {
    body: { loanId: loan.id, message: 'Closing is in May.' },
  })
  for (const tab of tabs) await expect(tab.getByText('Closing is in May.')).toBeVisible()
})

test('a session that ends in another browser opens the login page in all tabs', async ({
  desk,
  context,
  page,
  lender,
}) => {
  const tabs = [page, await context.newPage()]
  for (const tab of tabs) {
    await gotoLive(tab, '/dashboard')
    await expect(tab.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  }
  await desk.admin.call('signOutUser', { params: { id: lender.id } })
  for (const tab of tabs) await expect(tab).toHaveURL(/\/login/)
})

test('a session that ends before its event stream opens redirects the user to the login page', async ({
  desk,
  page,
  lender,
}) => {
  const open = await hold(page, '**/api/events*')
  // Wait for all other requests. If they were rejected, they would also open the login page.
  const answered = page.waitForResponse('**/api/notifications/unread*')
  const asked = page.waitForRequest('**/api/events*')
  await page.goto('/help')
  await (await answered).finished()
  await asked
  await desk.admin.call('signOutUser', { params: { id: lender.id } })
  open()
  await expect(page).toHaveURL(/\/login/)
})

testOnPhone(
  'a bar shows how long the screen has been offline and out of date, and the screen updates once it is online',
  async ({ desk, context, page, lender: _lender }) => {
    const loan = await desk.makeLoan()
    await openLive(page, loan)
    // Wait for the last section of the page, which can't load while the browser is offline.
    await expect(page.getByLabel('Your message')).toBeVisible()
    await context.setOffline(true)
    await expect(offline(page)).toBeVisible()
    await commitTen(desk, loan)
    await context.setOffline(false)
    await expect(fundingOf(page)).toContainText('available · 90%')
    await expect(offline(page)).toBeHidden()
  },
)

test("a page doesn't request the same data twice", async ({ desk, page, lender: _lender }) => {
  const loan = await desk.makeLoan()
  // On a busy machine, the event for the loan's creation can arrive while the page opens for the first time.
  await openLive(page, loan)
  await expect(page.getByLabel('Your message')).toBeVisible()
  const asked: string[] = []
  // Other tests' loans and commitments make the page request these paths again.
  const shared = ['/api/events', '/api/notifications/unread', '/api/commitments/me']
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/') && !shared.includes(pathname)) asked.push(pathname + search)
  })
  await openLive(page, loan)
  await expect(page.getByLabel('Your message')).toBeVisible()
  // The event for the commitment can arrive before the response to the call that makes it.
  const askedBefore = [...asked]
  await commitTen(desk, loan)
  await expect(fundingOf(page)).toContainText('available · 90%')
  expect(askedBefore).toEqual([...new Set(askedBefore)])
  // The commitment was made after all earlier responses, so the page requests the loan again.
  expect(asked.filter((address) => address === `/api/loans/${loan.id}`)).toHaveLength(2)
  expect(asked.filter((address) => address === '/api/auth/user')).toHaveLength(1)
})

test('going back to a page shows what has changed since the user left it', async ({
  desk,
  page,
  lender: _lender,
}) => {
  const loan = await desk.makeLoan()
  await openLive(page, loan)
  await page.goto('about:blank')
  await commitTen(desk, loan)
  await page.goBack()
  await expect(fundingOf(page)).toContainText('available · 90%')
})

test("a book dialog stays open with a message when its commitment ends, and doesn't open again later", async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  await desk.makeCommitment(await desk.makeLender(), loan, { isSoftCommit: 'true' })
  const otto = await desk.makeLender({ firstName: 'Otto' })
  await enter(page.context(), desk.admin)
  // Simulates a book with more than a hundred entries.
  await page.route('**/book/entries?limit=100*', (route) =>
    route.continue({ url: route.request().url().replace('limit=100', 'limit=1') }),
  )
  for (const [act, title] of [
    ['Change', 'Change Share'],
    ['Withdraw', 'Withdraw Commitment'],
  ] as const)
    await test.step(act, async () => {
      const { id } = await desk.makeCommitment(otto, loan, { isSoftCommit: 'true' })
      await gotoLive(page, `/loans/${loan.id}/book`)
      await chooseForLine(page, act, 'Otto Brook')
      const dialog = page.getByRole('dialog', { name: title })
      const who = dialog.getByLabel('As instructed by')
      await who.fill('Otto Brook, by phone')
      await otto.call('withdrawCommitment', { params: { id } })
      await expect(dialog).toContainText('This commitment has already ended.')
      await expect(dialog.getByRole('button', { name: act })).toBeDisabled()
      await expect(who).toHaveValue('Otto Brook, by phone')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Discard' }).click()
      const lines = page.getByRole('region', { name: 'Indications and Commitments' })
      await expect(lines.locator('tbody').getByRole('row')).toHaveCount(1)
      await page.getByRole('button', { name: 'Load More' }).click()
      await expect(lines.getByText('Otto Brook').first()).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
})

test('the release dialog reports that the commitment has already ended, and keeps the entered reason', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  const { id } = await desk.makeCommitment(await desk.makeLender({ firstName: 'Dora' }), loan)
  await enter(page.context(), desk.admin)
  await gotoLive(page, `/loans/${loan.id}/book`)
  await chooseForLine(page, 'Release', 'Dora Brook')
  const dialog = page.getByRole('dialog', { name: 'Release Commitment' })
  await dialog.getByLabel('Reason').fill('Twice')
  await desk.admin.call('releaseCommitment', { params: { id }, body: { reason: 'Once' } })
  await expect(dialog).toContainText('This commitment has already ended.')
  await expect(dialog.getByRole('button', { name: 'Release Commitment' })).toBeDisabled()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Twice')
})

test('the receipt for a newly binding commitment stays open when the commitment is released', async ({
  page,
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan()
  const { id } = await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
  await gotoLive(page, '/commitments')
  await page.getByRole('button', { name: `Make Binding: ${loan.title}` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Make Commitment Binding' })
  await dialog.getByRole('button', { name: 'Make Binding' }).click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await expect(receipt).toBeVisible()
  await desk.admin.call('releaseCommitment', { params: { id }, body: { reason: 'Sold' } })
  await expect(page.getByText('No commitments yet.')).toBeVisible()
  await expect(receipt).toContainText('$250,000.00')
  await closeReceipt(page)
})
