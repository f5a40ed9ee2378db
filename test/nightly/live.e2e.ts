import { expect, test } from '#test/e2e/support/desk.ts'
import { fundingOf, gotoLive } from '#test/e2e/support/screen.ts'

test.use({ events: true })

test("a list of loans shows the user's holdings and updates when they change", async ({
  desk,
  lender,
  page,
}) => {
  const loan = await desk.makeLoan()
  const { id } = await desk.makeCommitment(lender, loan, { percentage: '20' })
  await gotoLive(page, `/loans?search=${encodeURIComponent(loan.title)}`)
  const row = page.getByRole('row').filter({ hasText: loan.title })
  await expect(row).toContainText('You 20%')
  const other = await desk.makeLender()
  await desk.makeCommitment(other, loan, { percentage: '30' })
  await expect(row).toContainText('50%')
  await expect(row).toContainText('You 20%')

  const body = { reason: 'Agreed' }
  await desk.admin.call('releaseCommitment', { params: { id }, body })
  await expect(row).toContainText('30%')
  await expect(row).not.toContainText('You ')
})

test("the dialog for rejecting a user updates when the user's records change", async ({ desk }) => {
  const loan = await desk.makeLoan()
  const lender = await desk.makeLender({ firstName: 'Hugo', lastName: 'Vane' })
  const params = await desk.makeCommitment(lender, loan).then(({ id }) => ({ id }))
  const body = { isApproved: 'false' } as const
  await desk.admin.call('updateUser', { params: { id: lender.id }, body })
  const page = await desk.openAs(desk.admin)
  await gotoLive(page, '/admin?tab=pending')
  await page.getByRole('button', { name: 'Reject Hugo Vane' }).click()
  await expect(page.getByRole('alertdialog', { name: "Hugo Vane can't be rejected" })).toBeVisible()
  await desk.admin.call('releaseCommitment', { params, body: { reason: 'Sold on' } })
  await expect(page.getByRole('alertdialog', { name: 'Reject Hugo Vane?' })).toBeVisible()
})

test('a loan deleted while it is open disappears from the comparison and from its page', async ({
  desk,
  page,
  lender: _lender,
}) => {
  const [draft, kept] = [await desk.makeLoan(), await desk.makeLoan()]
  await gotoLive(page, `/loans/compare?ids=${draft.id},${kept.id}`)
  await expect(page.getByRole('columnheader')).toHaveCount(2)
  await desk.admin.call('unpublishLoan', { params: { id: draft.id }, body: {} })
  await expect(page.getByText('One loan is no longer available.')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveCount(1)
  await page.getByRole('link', { name: kept.title }).click()
  await expect(fundingOf(page)).toContainText('available · 100%')
  await desk.admin.call('deleteLoan', { params: { id: kept.id } })
  await expect(page.getByRole('heading', { level: 1, name: 'Loan not found' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Commit to This Loan' })).toBeHidden()
})
