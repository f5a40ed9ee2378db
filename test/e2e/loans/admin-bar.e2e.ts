import { enter, expect, test } from '#test/e2e/support/desk.ts'
import { chooseFromMore, chooseOption, expectToast, fact } from '#test/e2e/support/screen.ts'

test("an administrator changes a loan's status, records a commitment, and deletes the loan on the loan's page", async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  const dora = await desk.makeLender({ firstName: 'Dora' })
  await enter(page.context(), desk.admin)
  await page.goto(`/loans/${loan.id}`)
  const bar = page.getByRole('region', { name: 'Administration' })

  await test.step("an administrator can set a loan's status only if the displayed loan is up to date", async () => {
    await bar.getByRole('button', { name: 'Status' }).click()
    await expect(page.getByRole('menuitemcheckbox', { checked: true })).toContainText('Open')
    const closing = page.getByRole('menuitemcheckbox', { name: /^Closing/ })
    await expect(closing).toContainText('The loan documents are being signed.')
    await closing.click()
    await expectToast(page, 'Status set to Closing', loan.title)
    await desk.admin.call('updateLoan', { params: { id: loan.id }, body: { term: 36 } })
    await bar.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitemcheckbox', { name: /^Open/ }).click()
    await expectToast(page, 'Error', /Failed to update loan/)
    await expect(page.getByText('36 months').first()).toBeVisible()
    await bar.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitemcheckbox', { name: /^Fully Funded/ }).click()
    const question = page.getByRole('alertdialog', { name: 'Set to Fully Funded?' })
    await expect(question).toContainText(
      '0% binding ($0.00). 100% ($2,500,000.00) stays uncommitted.',
    )
    const fundedOn = question.getByLabel('Funded On')
    await fundedOn.fill('')
    await expect(question.getByRole('button', { name: 'Set Status' })).toBeDisabled()
    await expect(fundedOn).toHaveAccessibleDescription('Choose today or an earlier day.')
    await fundedOn.fill('0024-03-31')
    await expect(fundedOn).toHaveAccessibleDescription('Must be in 1900 or later.')
    await expect(question.getByRole('button', { name: 'Set Status' })).toBeDisabled()
    await fundedOn.fill('2024-03-31')
    await expect(fundedOn).toHaveAccessibleDescription('Maturity: Mar 31, 2027.')
    await question.getByRole('button', { name: 'Set Status' }).click()
    await expectToast(page, 'Status set to Fully Funded', loan.title)
    await expect(fact(page, 'Funded On')).toHaveText('Mar 31, 2024')
    await expect(fact(page, 'Maturity')).toHaveText('Mar 31, 2027')
    await bar.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitemcheckbox', { name: /^Closing/ }).click()
    await expect(fact(page, 'Est. Maturity')).toBeVisible()
    await bar.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitemcheckbox', { name: /^Fully Funded/ }).click()
    await expect(fundedOn).toHaveValue('2024-03-31')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(bar.getByRole('button', { name: 'Status' })).toBeFocused()
  })

  await test.step("an administrator records a commitment on the loan's page", async () => {
    await bar.getByRole('button', { name: 'Record', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Record Commitment' })
    await chooseOption(dialog.getByRole('combobox', { name: 'Lender' }), dora.email)
    await dialog.getByRole('spinbutton').fill('100')
    await dialog.getByLabel('As instructed by').fill('Dora Brook, by phone')
    await dialog.getByRole('button', { name: 'Record Commitment' }).click()
    await expectToast(page, 'Commitment recorded')
    const record = bar.getByRole('button', { name: 'Record', exact: true })
    await expect(record).toBeDisabled()
    await expect(record).toHaveAccessibleDescription('This loan is fully committed.')
  })

  await test.step('deleting a loan requires its title and then opens the list of loans', async () => {
    await chooseFromMore(page, 'Delete')
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: 'Delete' })).toBeDisabled()
    await question.getByLabel("Type the loan's title to delete it").fill(loan.title)
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Loan deleted successfully', loan.title)
    await expect(page).toHaveURL('/loans')
  })
})

test("an administrator can't confirm funding if the current figures fail to load", async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  await enter(page.context(), desk.admin)
  // Wait until the book's page has loaded the figures. The confirmation then loads them again.
  const loaded = page.waitForResponse('**/book/totals')
  await page.goto(`/loans/${loan.id}/book`)
  await loaded
  await page.getByRole('button', { name: 'Status' }).click()
  await page.route('**/book/totals', (route) => route.abort())
  await page.getByRole('menuitemcheckbox', { name: /^Fully Funded/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Set to Fully Funded?' })
  await expect(question).toContainText("The book couldn't be loaded")
  await expect(question.getByRole('button', { name: 'Set Status' })).toBeDisabled()
  await expect(question).not.toContainText('stays uncommitted')
  await page.unroute('**/book/totals')
  await question.getByRole('button', { name: 'Retry' }).click()
  await expect(question).toContainText('100% ($2,500,000.00) stays uncommitted.')
  await expect(question.getByRole('button', { name: 'Set Status' })).toBeEnabled()
})
