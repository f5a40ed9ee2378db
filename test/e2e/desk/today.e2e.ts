import { expect, test } from '#test/e2e/support/desk.ts'
import { closeReceipt } from '#test/e2e/support/screen.ts'

test.use({ events: true })

test('what is done leaves Today, and what comes up appears @phone', async ({
  page,
  desk,
  lender,
}) => {
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
})
