import { expect, test, testOnPhone } from '#test/e2e/support/desk.ts'
import { clickAgainOnceGone, closeReceipt, expectToast } from '#test/e2e/support/screen.ts'

test.use({ events: true })

testOnPhone(
  'completed items disappear from the Today list, and new items appear',
  async ({ page, desk, lender }) => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
    await page.goto('/dashboard')
    const today = page.getByRole('region', { name: 'Today' })
    await expect(today.getByRole('listitem')).toHaveText([/Make your soft 10% binding/])
    await today.getByRole('button', { name: `Make Binding: 10% of ${loan.title}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make Binding' }).click()
    await closeReceipt(page)
    await expect(today.getByText("You're all caught up")).toBeVisible()

    const body = { loanId: loan.id, message: 'The closing is on May 4.', recipientId: lender.id }
    await desk.admin.call('createMessage', { body })
    await today.getByRole('link', { name: `Read Answer: ${loan.title}` }).click()
    await expect(page.getByText('The closing is on May 4.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Messages' })).toBeFocused()
    await expect(page).toHaveURL(`/loans/${loan.id}`)
    await page.goto('/dashboard')
    await expect(today.getByText("You're all caught up")).toBeVisible()
  },
)

testOnPhone('Show All lists as many items as it counts', async ({ page, desk, lender }) => {
  const loan = await desk.makeLoan()
  for (let n = 0; n < 7; n += 1)
    await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
  await page.goto('/dashboard')
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('listitem')).toHaveCount(3)
  await today.getByRole('button', { name: 'Show All 7' }).click()
  await expect(today.getByRole('listitem')).toHaveCount(7)
  await today.getByRole('button', { name: 'Show Less' }).click()
  await expect(today.getByRole('listitem')).toHaveCount(3)
})

testOnPhone(
  "a lender with a soft share that can't be bound after two days asks for more time",
  async ({ page, desk, lender }) => {
    const commitmentDeadline = new Date(Date.now() + 86_400_000).toISOString()
    const loan = await desk.makeLoan({ commitmentDeadline })
    await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
    await page.goto('/dashboard')
    const row = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
    await expect(row).toContainText(/It can't be bound after .+[AP]M\./)
    await expect(row.getByRole('button', { name: /^Make Binding/ })).toBeVisible()
    await row.getByRole('button', { name: `Ask for Time: ${loan.title}` }).click()
    const dialog = page.getByRole('dialog', { name: 'New Message' })
    await expect(dialog.getByLabel('Your message')).toHaveValue(
      /^Could you move the deadline of .+\? We need more time .+ soft 5% binding\.$/,
    )
    await dialog.getByRole('button', { name: 'Send Message' }).click()
    await expectToast(page, 'Message sent')
    const sent = await desk.admin.call('listLoanMessages', { params: { loanId: loan.id } })
    expect(sent[0]?.message).toMatch(/^Could you move the deadline/)
  },
)

test('a soft share whose deadline new terms may miss leads Today, and its lender asks for time', async ({
  page,
  desk,
  lender,
}) => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const loan = await desk.makeLoan({ commitmentDeadline: inDays(2) })
  await desk.makeCommitment(lender, loan, { percentage: '10' })
  await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
  await desk.admin.call('proposeTerms', {
    params: { id: loan.id },
    body: { interestRate: '8.35', reason: 'The appraisal came in lower.', respondBy: inDays(4) },
  })
  await page.goto('/dashboard')
  const rows = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
  await expect(rows.first()).toContainText(/^Your soft 5% can't be bound after .+[AP]M/)
  await rows.getByRole('button', { name: `Ask for Time: ${loan.title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'New Message' })
  await expect(dialog.getByLabel('Your message')).toHaveValue(/^Could you move the deadline of /)
})

test("after a row is completed, a second click in the same position doesn't affect another row", async ({
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan()
  const body = { loanId: loan.id, message: 'Is the roof new?' }
  await lender.call('createMessage', { body })
  const pending = await desk.makePending({ firstName: 'Ida', lastName: 'Quist' })
  const page = await desk.openAs(desk.admin)
  const at = new Date().toISOString()
  const none = { items: [], count: 0 }
  const approvals = {
    items: [
      { id: pending.id, name: 'Ida Quist', email: pending.email, companyName: null, createdAt: at },
    ],
    count: 1,
  }
  const questions = {
    items: [
      {
        loanId: loan.id,
        loanTitle: loan.title,
        lenderId: lender.id,
        lenderName: 'Lena Brook',
        lenderCompanyName: null,
        message: body.message,
        createdAt: at,
      },
    ],
    count: 1,
  }
  // Hides items that other tests created on the shared server.
  await page.route('**/api/admin/today', async (route) => {
    const { isApproved } = await pending.call('getCurrentUser')
    const json = {
      approvals: isApproved === 'true' ? none : approvals,
      accessRequests: none,
      questions,
      failedMails: none,
      oldBackups: none,
      missingMoney: none,
      openRounds: none,
      openTerms: none,
      due: none,
      oversubscribed: none,
      nearlyCovered: none,
      staleSoft: none,
    }
    await route.fulfill({ json })
  })
  await page.goto('/dashboard')
  const rows = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
  await expect(rows).toHaveText([/Ida Quist awaits approval/, /Is the roof new\?/])
  const approve = page.getByRole('button', { name: 'Approve Ida Quist' })
  await clickAgainOnceGone(approve)
  await approve.click()
  await expectToast(page, 'User approved successfully')
  await expect(rows).toHaveText([/Is the roof new\?/])
  await expect(page).toHaveURL('/dashboard')
})
