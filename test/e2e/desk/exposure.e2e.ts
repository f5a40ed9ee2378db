import { enter, expect, test, testOnPhone } from '#test/e2e/support/desk.ts'

testOnPhone(
  "clicking a bar in the exposure chart lists the bar's loans",
  async ({ page, desk }) => {
    await enter(page.context(), desk.admin)
    const lender = await desk.makeLender()
    const loan = await desk.makeLoan({
      // The property type is unique, because other tests share the server.
      propertyType: `Type ${lender.id.slice(0, 8)}`,
      amount: '900000000.25',
    })
    await desk.makeCommitment(lender, loan, { percentage: '60' })
    await page.goto('/admin/exposure')
    const loans = page.getByRole('region', { name: 'Loans', exact: true })
    await expect(loans.getByRole('link').first()).toBeVisible()
    await page.getByRole('link', { name: `Type ${lender.id.slice(0, 8)}` }).click()
    await expect(page.getByRole('heading', { name: 'Loans' })).toBeFocused()
    await expect(loans.getByRole('link')).toHaveText([loan.title])
    await expect(loans).toContainText('$360,000,000.10')
    const byTitle = loans
      .getByRole('columnheader')
      .getByRole('button', { name: 'Loan', exact: true })
    await byTitle.press('Enter')
    await expect(page).toHaveURL(/sort=title/)
    await expect(loans.locator('[aria-busy=false]')).toBeVisible()
    await expect(byTitle).toBeFocused()
    await page.getByRole('button', { name: /^Remove Property type/ }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Loans' })).toBeFocused()
    await expect(page.getByLabel('Loans to list')).toHaveValue('all')
    await expect(loans.getByRole('link').nth(1)).toBeVisible()
  },
)

test('the exposure page finds lenders with binding commitments by name', async ({ page, desk }) => {
  await enter(page.context(), desk.admin)
  const [bound, soft] = [await desk.makeLender(), await desk.makeLender()]
  const loan = await desk.makeLoan({ amount: '1000.00' })
  await desk.makeCommitment(bound, loan)
  await desk.makeCommitment(soft, loan, { isSoftCommit: 'true' })
  const link = page.getByRole('link', { name: 'Loans in Exposure' })
  await page.goto(`/admin/lenders/${soft.id}`)
  await expect(
    page.getByRole('heading', { level: 1, name: `${soft.firstName} ${soft.lastName}` }),
  ).toBeVisible()
  await expect(link).toBeHidden()
  await page.goto(`/admin/lenders/${bound.id}`)
  await link.click()
  const name = `${bound.firstName} ${bound.lastName}`
  await expect(page.getByRole('button', { name: `Remove Lender: ${name}` })).toBeVisible()
  await expect(page.getByRole('link', { name: loan.title })).toBeVisible()
})
