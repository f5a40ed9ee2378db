import { expect, test, testAtSizes } from '#test/e2e/support/desk.ts'
import { closeReceipt, expectToast, fundingOf } from '#test/e2e/support/screen.ts'

for (const [size, testAtSize] of Object.entries(testAtSizes)) {
  testAtSize(
    `a lender changes, makes binding, and withdraws commitments on the loan's page (${size})`,
    async ({ page, desk, lender }) => {
      const loan = await desk.makeLoan()
      await desk.makeCommitment(lender, loan, { percentage: '20' })
      await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
      await page.goto(`/loans/${loan.id}`)
      const lines = page.getByRole('list', { name: 'Your lines' }).getByRole('listitem')
      await expect(lines).toHaveCount(2)
      await expect(lines.first()).toContainText('Binding 20%')
      await expect(lines.first().getByRole('button')).toHaveCount(0)
      await expect(lines.last()).toContainText('Soft 5%')

      await lines.last().getByRole('button', { name: 'Change Share: 5%' }).click()
      const change = page.getByRole('dialog', { name: 'Change Share' })
      await change.getByRole('spinbutton').fill('6')
      await change.getByRole('button', { name: 'Change Share' }).click()
      await expect(lines.last()).toContainText('Soft 6%')

      await lines.last().getByRole('button', { name: 'Make Binding' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Make Binding' }).click()
      await closeReceipt(page)
      await expect(lines.filter({ hasText: 'Binding 6%' })).toHaveCount(1)
      await expect(fundingOf(page)).toContainText('available · 74%')

      const soft = await desk.makeCommitment(lender, loan, {
        percentage: '3',
        isSoftCommit: 'true',
      })
      await page.reload()
      await lines.last().getByRole('button', { name: 'Withdraw' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
      await expectToast(page, 'Commitment withdrawn')
      await expect(lines).toHaveCount(2)
      expect((await lender.call('listOwnCommitments')).map(({ id }) => id)).not.toContain(soft.id)
      await lines
        .last()
        .getByRole('link', { name: /^Receipt/ })
        .click()
      await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
    },
  )
}

test("the loan's page lists Open Book first for administrators and hides an empty position", async ({
  desk,
}) => {
  const page = await desk.openAs(desk.admin)
  const loan = await desk.makeLoan()
  await page.goto(`/loans/${loan.id}`)
  const acts = fundingOf(page).getByRole('link').or(fundingOf(page).getByRole('button'))
  await expect(acts).toHaveText(['Open Book', 'Commit to This Loan'])
  await expect(page.getByText('No messages yet')).toBeVisible()
  await expect(fundingOf(page)).not.toContainText('You hold nothing')
  await expect(fundingOf(page)).not.toContainText('Your Position')
})
