import { expect, test, testAtSizes, testOnPhone, type Page } from '#test/e2e/support/desk.ts'
import { expectToast } from '#test/e2e/support/screen.ts'
import { spec } from '#test/support/requirements.ts'

// Lenders are notified of other tests' loans, so no test counts all notifications.
const item = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text })
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
/** Matches a timestamp such as "Jan 5, 2025 3:04 PM". */
const timestamp = /[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d\d [AP]M/
const approved = 'Your account was approved'

testOnPhone(
  'the bell counts unread notifications and opens a list in which each notification can be marked as read',
  async ({ lenderPage: page }) => {
    spec('2.11.22', '2.11.23', '4.14')
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
  },
)

test('opening a notification marks it as read, and Mark All Read marks all, unless the request fails', async ({
  page,
  desk,
  lender,
}) => {
  spec('1.19', '2.11.24', '4.15', '8.36')
  const loan = await desk.makeLoan()
  const followed = await desk.makeLoan()
  for (const message of ['One.', 'Two.'])
    await desk.admin.call('createMessage', {
      body: { loanId: loan.id, message, recipientId: lender.id },
    })
  await page.goto('/notifications')
  const ofLoan = page.getByRole('list', { name: `Notifications, Today, ${loan.title}` })
  await expect(ofLoan.getByRole('listitem')).toHaveCount(3)
  await expect(
    ofLoan.getByRole('link', { name: `New loan: ${loan.title}: $2,500,000` }),
  ).toBeVisible()

  await test.step("a notification that can't be marked as read stays unread and shows a message", async () => {
    await page.route('**/api/notifications/*/read', (route) => route.abort())
    await item(page, approved)
      .getByRole('button', { name: /^Mark read/ })
      .click()
    await expectToast(page, 'Error', 'Failed to mark notification as read.')
    await expect(item(page, approved)).toContainText('Unread')
    await page.unroute('**/api/notifications/*/read')
  })

  await test.step('opening a notification opens its loan and marks the notification as read', async () => {
    const { id, title } = followed
    await expect(item(page, title)).toContainText('Unread')
    await item(page, title)
      .getByRole('link', { name: /^Open Loan/ })
      .click()
    await expect(page).toHaveURL(`/loans/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.goBack()
    await expect(item(page, title)).toBeVisible()
    await expect(item(page, title)).not.toContainText('Unread')
  })

  await test.step('Mark All Read marks all notifications as read', async () => {
    await expect(ofLoan.getByRole('listitem').last()).toContainText('Unread')
    await page.getByRole('button', { name: 'Mark All Read' }).click()
    await expectToast(page, 'All notifications marked as read')
    await expect(ofLoan).not.toContainText('Unread')
    await expect(item(page, approved)).not.toContainText('Unread')
    const known = await lender.call('listNotifications')
    expect(known.find(({ relatedLoanId }) => relatedLoanId === loan.id)?.isRead).toBe('true')
  })
})

for (const [size, testAtSize] of Object.entries(testAtSizes))
  testAtSize(
    `each notification of a lender has the button for its next step (${size})`,
    async ({ lenderPage: page, desk, lender }) => {
      const loan = await desk.makeLoan()
      await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
      await desk.admin.call('createMessage', {
        body: { loanId: loan.id, message: 'Yes, it does.', recipientId: lender.id },
      })
      await page.goto('/notifications')
      const ofLoan = page.getByRole('list', { name: `Notifications, Today, ${loan.title}` })
      const act = (name: string) => ofLoan.getByRole('link', { name: new RegExp(`^${name}: `) })
      await expect(act('Open Loan')).toHaveAttribute('href', `/loans/${loan.id}`)
      await expect(act('Read Answer')).toHaveAttribute('href', `/loans/${loan.id}#messages`)
      await act('Receipt').click()
      await expect(page.getByRole('article', { name: 'Receipt' })).toBeVisible()
      await page.goBack()
      const makeBinding = page.getByRole('button', { name: `Make 10% Binding: ${loan.title}` })
      await makeBinding.click()
      const dialog = page.getByRole('alertdialog', { name: 'Make Commitment Binding' })
      await dialog.getByRole('button', { name: 'Make Binding' }).click()
      await expect(dialog).toBeHidden()
      await expect(makeBinding).toHaveCount(0)
    },
  )

test('a pending user who opens the approval notification can use the account immediately', async ({
  page,
  desk,
  pending,
}) => {
  spec('2.11.24', '2.11.25', '7.5')
  await test.step('an empty notification list shows a message, and the bell shows no count', async () => {
    await page.goto('/notifications')
    await expect(page.getByText('No notifications yet')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mark All Read' })).toBeHidden()
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    expect(await pending.call('listNotifications')).toEqual([])
  })

  await test.step('opening the approval notification gives the user access immediately', async () => {
    await page.goto('/loans')
    await expect(page.getByText('Your account is awaiting approval.')).toBeVisible()
    await desk.admin.call('approveUser', { params: { id: pending.id } })
    await follow(page, approved)
    await expect(page).toHaveURL('/loans')
    await expect(page.getByRole('heading', { level: 1, name: 'Browse Loans' })).toBeVisible()
    await expect(page.getByText('Your account is awaiting approval.')).toBeHidden()
  })
})

test('Load More shows older notifications', async ({ page, desk, lender }) => {
  const loan = await desk.makeLoan()
  const body = { loanId: loan.id, message: 'Noted.', recipientId: lender.id }
  for (let sent = 0; sent < 51; sent += 1) await desk.admin.call('createMessage', { body })
  await page.goto('/notifications')
  await expect(item(page, loan.title).first()).toBeVisible()
  await expect(item(page, approved)).toBeHidden()
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(item(page, approved)).toBeVisible()
})

test('notifications in the panel link to their loan or user, and have the next act', async ({
  desk,
}) => {
  spec('1.19', '2.11.22')
  const loan = await desk.makeLoan()
  const lender = await desk.makeLender()
  await desk.makeCommitment(lender, loan)
  const page = await desk.openAs(desk.admin)
  await page.goto('/admin?tab=notifications')
  await expect(page.getByRole('heading', { name: 'Activity Notifications' })).toBeVisible()
  await expect(item(page, loan.title)).toContainText('Lena Brook committed 10%')
  await item(page, loan.title)
    .getByRole('link', { name: /^Lena Brook/ })
    .click()
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await page.goto('/admin?tab=notifications')
  await item(page, loan.title)
    .getByRole('link', { name: /^Open Book: Lena Brook committed/ })
    .click()
  await expect(page).toHaveURL(`/loans/${loan.id}/book`)

  const asked = await desk.makeLoan()
  await lender.call('createMessage', { body: { loanId: asked.id, message: 'Is the roof new?' } })
  await page.goto('/admin?tab=notifications')
  const answer = item(page, asked.title).getByRole('link', { name: /^Answer: / })
  const target = `/loans/${asked.id}?to=${lender.id}`
  await expect(answer).toHaveAttribute('href', `${target}#messages`)
  await answer.click()
  // The page removes the fragment after it has scrolled to the messages.
  await expect(page).toHaveURL(target)
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeFocused()
  await page.goto('/admin?tab=notifications')
  await expect(item(page, asked.title)).not.toContainText('Unread')

  const pending = await desk.makePending()
  await page.goto('/admin?tab=notifications')
  await item(page, pending.email).getByRole('link').click()
  await expect(page).toHaveURL(`/admin?tab=pending&user=${pending.id}`)
  await expect(page.getByRole('row').filter({ hasText: pending.email })).toBeVisible()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Show All' }).click()
  await expect(page).toHaveURL('/admin?tab=pending')

  await page.goto('/admin?tab=notifications')
  await item(page, pending.email)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expectToast(page, 'User approved successfully')
  await expect(item(page, pending.email).getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Activity Notifications' })).toBeFocused()
  expect(await pending.call('getCurrentUser')).toMatchObject({ isApproved: 'true' })
})

testOnPhone('the user menu opens the notifications', async ({ page, lender }) => {
  await page.goto('/dashboard')
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  await page.getByRole('button', { name: new RegExp(lender.email) }).click()
  await page.getByRole('menuitem', { name: 'Notifications' }).click()
  await expect(page).toHaveURL('/notifications')
})

async function follow(page: Page, text: string) {
  await bell(page).click()
  await item(page, text).getByRole('link').first().click()
}

const navigate = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name }).click()

test("after a commitment is released, My Commitments and the loan's page no longer show it", async ({
  page,
  desk,
  lender,
}) => {
  spec('7.5')
  const loan = await desk.makeLoan()
  const { id } = await desk.makeCommitment(lender, loan)
  await page.goto(`/loans/${loan.id}`)
  await expect(page.getByText('Binding 10%')).toBeVisible()
  await navigate(page, 'My Commitments')
  await expect(page.getByRole('heading', { name: loan.title })).toBeVisible()
  await navigate(page, 'Dashboard')
  await desk.admin.call('releaseCommitment', { params: { id }, body: { reason: 'Sold on' } })
  await navigate(page, 'My Commitments')
  await expect(page.getByText('No commitments yet.')).toBeVisible()
  await follow(page, `to ${loan.title} was released`)
  const receipt = page.getByRole('article', { name: 'Receipt' })
  await expect(receipt).toContainText('Commitment released')
  await receipt.getByRole('link', { name: loan.title }).click()
  await expect(page.getByText('You hold nothing in this loan yet.')).toBeVisible()
})
