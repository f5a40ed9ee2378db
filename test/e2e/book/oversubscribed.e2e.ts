import { enter, expect, test } from '#test/e2e/support/desk.ts'
import { fact } from '#test/e2e/support/screen.ts'

test('the book of an oversubscribed loan shows the excess and the total interest', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan({ amount: '5940000' })
  const [dora, otto] = [await desk.makeLender(), await desk.makeLender()]
  await desk.makeCommitment(dora, loan, { percentage: '75' })
  await desk.makeCommitment(otto, loan, { percentage: '25', isSoftCommit: 'true' })
  await enter(page.context(), desk.admin)
  await page.goto(`/loans/${loan.id}/book`)
  const totals = page.getByRole('region', { name: 'Totals', exact: true })
  await expect(fact(page, 'Total interest')).toHaveText('$5,940,000.00 100%')
  await expect(fact(page, 'Left after soft')).toHaveText('–')
  await expect(totals.getByText(/Oversubscribed/)).toHaveCount(0)
  await desk.makeCommitment(dora, loan, { percentage: '5', isSoftCommit: 'true' })
  await page.reload()
  await expect(
    totals.getByText('Oversubscribed by 5% ($297,000.00): 30% soft for 25% left'),
  ).toBeVisible()
  await expect(fact(page, 'Left after soft')).toHaveText('−$297,000.00')
  await page.goto(`/loans/${loan.id}`)
  await expect(fact(page, 'Left after soft')).toHaveText('−$297,000.00Oversubscribed')
})
