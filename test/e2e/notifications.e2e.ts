import { expect, test, type Page } from './support/desk.ts'
import { expectToast } from './support/screen.ts'

// Loans that other journeys make are news to every lender: nothing here counts all that there is.
const item = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text })
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
/** "Jan 5, 2025 3:04 PM". */
const timestamp = /[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d\d [AP]M/
const approved = 'Your account was approved'

test('the bell counts what is unread and leads to it; one is marked as read', async ({
  lenderPage: page,
}) => {
  await page.goto('/dashboard')
  await expect(bell(page)).toHaveAccessibleName(/^Notifications, \d+ unread$/)
  await bell(page).click()
  await expect(page).toHaveURL('/notifications')
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(item(page, approved)).toContainText(timestamp)
  await expect(item(page, approved)).toContainText('Unread')
  await item(page, approved)
    .getByRole('button', { name: `Mark read: ${approved}` })
    .click()
  await expect(item(page, approved).getByRole('button')).toBeHidden()
  await expect(item(page, approved)).not.toContainText('Unread')
  await page.reload()
  await expect(item(page, approved)).toBeVisible()
  await expect(item(page, approved)).not.toContainText('Unread')
})

test('a notification leads to its loan, and following it reads it', async ({
  lenderPage: page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  await page.goto('/notifications')
  await expect(item(page, loan.title)).toContainText('Unread')
  await item(page, loan.title).getByRole('link').click()
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
  await page.goBack()
  await expect(item(page, loan.title)).toBeVisible()
  await expect(item(page, loan.title)).not.toContainText('Unread')
})

test('all are marked as read at once', async ({ page, desk, lender }) => {
  const loan = await desk.makeLoan()
  await page.goto('/notifications')
  await expect(item(page, loan.title)).toContainText('Unread')
  await page.getByRole('button', { name: 'Mark All Read' }).click()
  await expectToast(page, 'All notifications marked as read')
  await expect(item(page, loan.title)).not.toContainText('Unread')
  await expect(item(page, approved)).not.toContainText('Unread')
  const known = await lender.call('listNotifications')
  expect(known.find(({ relatedLoanId }) => relatedLoanId === loan.id)?.isRead).toBe('true')
})

test('what cannot be marked stays unread, in words', async ({ lenderPage: page }) => {
  await page.goto('/notifications')
  await page.route('**/api/notifications/*/read', (route) => route.abort())
  await item(page, approved)
    .getByRole('button', { name: /^Mark read/ })
    .click()
  await expectToast(page, 'Error', 'Failed to mark notification as read.')
  await expect(item(page, approved)).toContainText('Unread')
})

test('nothing yet is said so, and the bell counts nothing', async ({ page, pending }) => {
  await page.goto('/notifications')
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark All Read' })).toBeHidden()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  expect(await pending.call('listNotifications')).toEqual([])
})

test('what does not fit on the first page is loaded on demand', async ({ page, desk, lender }) => {
  const loan = await desk.makeLoan()
  const body = { loanId: loan.id, message: 'Noted.', recipientId: lender.id }
  for (let sent = 0; sent < 51; sent += 1) await desk.admin.call('createMessage', { body })
  await page.goto('/notifications')
  await expect(item(page, loan.title).first()).toBeVisible()
  await expect(item(page, approved)).toBeHidden()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(item(page, approved)).toBeVisible()
})

test('an administrator reads in the panel what lenders do, each leading to where it happened', async ({
  desk,
}) => {
  const loan = await desk.makeLoan()
  const lender = await desk.makeLender()
  await desk.makeCommitment(lender, loan)
  const page = await desk.openAs(desk.admin)
  await page.goto('/admin?tab=notifications')
  await expect(page.getByRole('heading', { name: 'Activity Notifications' })).toBeVisible()
  await expect(item(page, loan.title)).toContainText('Lena Brook committed 10%')
  await item(page, loan.title).getByRole('link').click()
  await expect(page).toHaveURL(`/loans/${loan.id}`)

  const pending = await desk.makePending()
  await page.goto('/admin?tab=notifications')
  await item(page, pending.email).getByRole('link').click()
  await expect(page).toHaveURL('/admin?tab=pending')
  await expect(page.getByRole('row').filter({ hasText: pending.email })).toBeVisible()
})

test('whether they come by e-mail too is a choice that stays', async ({ page, lender }) => {
  await page.goto('/profile')
  const choice = page.getByLabel('Send me notifications by e-mail too')
  await expect(choice).toBeChecked()
  await choice.uncheck()
  await expectToast(page, 'Profile updated', 'Notifications are no longer sent to you by e-mail.')
  await page.reload()
  await expect(choice).not.toBeChecked()
  expect(await lender.call('getCurrentUser')).toMatchObject({ notifyByEmail: 'false' })
  await page.route('**/api/auth/user', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await choice.click()
  await expectToast(page, 'Profile not updated', 'The server cannot be reached')
  await expect(choice).not.toBeChecked()
})

test('the menu of the user leads there too', async ({ page, lender }) => {
  await page.goto('/dashboard')
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  await page.getByRole('button', { name: new RegExp(lender.email) }).click()
  await expect(page.getByRole('menuitem', { name: 'Mail Outbox' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Notifications' }).click()
  await expect(page).toHaveURL('/notifications')
})
