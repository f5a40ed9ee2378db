import { expect, test } from './support/desk.ts'
import { openForm, openPanel } from './support/panel.ts'
import { expectToast } from './support/screen.ts'

test('a loan is changed, and everything that shows it follows', async ({ page, desk }) => {
  const loan = await desk.makeLoan({ propertyType: 'Marina', purpose: 'To build', ltv: '65.5' })
  await openPanel(page, desk.admin, loan.title)
  const dialog = await openForm(page, `Edit ${loan.title}`)
  await expect(dialog).toHaveAccessibleName('Update Loan')
  await expect(dialog).toHaveAccessibleDescription('Update loan details')
  await expect(dialog.getByLabel('Loan Title')).toBeFocused()
  await expect(dialog.getByLabel('Loan Amount ($)')).toHaveValue('2500000.00')
  await expect(dialog.getByLabel('Term (months)')).toHaveValue('24')
  await expect(dialog.getByLabel('LTV (%)')).toHaveValue('65.50')
  await expect(dialog.getByLabel('Property Type')).toHaveValue('Marina')
  await expect(dialog.getByLabel('Loan Status')).toHaveValue('open')
  await expect(dialog.getByLabel('Loan Status').getByRole('option')).toHaveText([
    'Processing',
    'Underwriting',
    'Open',
    'Closing',
    'Fully Funded',
  ])
  const title = `${loan.title}, Second Phase`
  await dialog.getByLabel('Loan Title').fill(title)
  await dialog.getByLabel('Loan Amount ($)').fill('3000000')
  await dialog.getByLabel('Purpose').fill('  ')
  await dialog.getByLabel('Loan Status').selectOption('Closing')
  await dialog.getByRole('button', { name: 'Update Loan' }).click()
  await expectToast(page, 'Loan updated successfully', title)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('$3,000,000')).toBeVisible()
  await expect(page.getByRole('button', { name: `Edit ${title}` })).toBeFocused()
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('Closing', { exact: true })).toBeVisible()
  expect(await desk.admin.call('getLoan', { params: { id: loan.id } })).toMatchObject({
    title,
    amount: '3000000.00',
    purpose: null,
    propertyType: 'Marina',
    status: 'Closing',
  })
})

test('the form shows what another administrator has changed since the list was read', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  await openPanel(page, desk.admin, loan.title)
  await desk.admin.call('updateLoan', {
    params: { id: loan.id },
    body: { borrowerName: 'Pier Five LLC' },
  })
  const dialog = await openForm(page, `Edit ${loan.title}`)
  await expect(dialog.getByLabel('Borrower Name')).toHaveValue('Pier Five LLC')
})

test('amount, rate and term stand while lenders are bound to them', async ({ page, desk }) => {
  const loan = await desk.makeLoan()
  await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '25' })
  await openPanel(page, desk.admin, loan.title)
  const dialog = await openForm(page, `Edit ${loan.title}`)
  for (const label of ['Loan Amount ($)', 'Interest Rate (%)', 'Term (months)']) {
    await expect(dialog.getByLabel(label)).not.toBeEditable()
    await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(
      'Fixed: lenders are bound to 25% on these terms.',
    )
  }
  // The rest may change; the terms are sent as they are.
  await dialog.getByLabel('Summary').fill('Nearly closed.')
  await dialog.getByRole('button', { name: 'Update Loan' }).click()
  await expectToast(page, 'Loan updated successfully')
})

test('when somebody was bound meanwhile, the refusal stands at its field and nothing is lost', async ({
  desk,
}) => {
  const loan = await desk.makeLoan()
  const page = await desk.openAs(desk.admin)
  await page.goto(`/admin?search=${encodeURIComponent(loan.title)}`)
  const dialog = await openForm(page, `Edit ${loan.title}`)
  await dialog.getByLabel('Loan Amount ($)').fill('9000000')
  await dialog.getByLabel('Summary').fill('A larger one.')
  await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '25' })
  await dialog.getByRole('button', { name: 'Update Loan' }).click()
  await expectToast(page, 'Error', /^Error.*Failed to update loan\. Lenders are bound/s)
  const amount = dialog.getByLabel('Loan Amount ($)')
  await expect(amount).toHaveAccessibleDescription(
    'Fixed: lenders are bound to 25% on these terms. Lenders are bound to this amount',
  )
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('9000000')
  await expect(dialog.getByLabel('Term (months)')).not.toBeEditable()
  await expect(dialog.getByLabel('Summary')).toHaveValue('A larger one.')
  await amount.fill('2500000')
  await dialog.getByRole('button', { name: 'Update Loan' }).click()
  await expectToast(page, 'Loan updated successfully')
  expect(await desk.admin.call('getLoan', { params: { id: loan.id } })).toMatchObject({
    amount: '2500000.00',
    summary: 'A larger one.',
  })
})

test('a funded loan keeps its terms and cannot be deleted', async ({ page, desk }) => {
  const loan = await desk.makeLoan()
  await openPanel(page, desk.admin, loan.title)
  const dialog = await openForm(page, `Edit ${loan.title}`)
  await dialog.getByLabel('Loan Status').selectOption('Fully Funded')
  await expect(dialog.getByLabel('Loan Status')).toHaveAccessibleDescription(
    /^A funded loan takes no more commitments/,
  )
  await dialog.getByRole('button', { name: 'Update Loan' }).click()
  await expectToast(page, 'Loan updated successfully')
  await expect(page.getByText('Fully Funded')).toBeVisible()
  const remove = page.getByRole('button', { name: `Delete ${loan.title}` })
  await expect(remove).toBeDisabled()
  await expect(remove).toHaveAccessibleDescription('A funded loan cannot be deleted.')
  await openForm(page, `Edit ${loan.title}`)
  await expect(dialog.getByLabel('Loan Amount ($)')).not.toBeEditable()
  await expect(dialog.getByLabel('Loan Amount ($)')).toHaveAccessibleDescription(
    'Fixed: the loan is funded.',
  )
})

test('a deletion says in figures what goes, and takes it', async ({ page, desk }) => {
  const loan = await desk.makeLoan({ amount: '1000000' })
  const lender = await desk.makeLender()
  await desk.makeCommitment(lender, loan, { percentage: '30' })
  await desk.makeCommitment(lender, loan, { percentage: '10', isSoftCommit: 'true' })
  await lender.call('createMessage', { body: { loanId: loan.id, message: 'Is it let?' } })
  await openPanel(page, desk.admin, loan.title)
  const opener = page.getByRole('button', { name: `Delete ${loan.title}` })
  await opener.click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect(dialog).toHaveAccessibleDescription(
    'This action cannot be undone. This will permanently delete the loan and all associated data.',
  )
  await expect(dialog).toContainText(loan.title)
  await expect(dialog.getByRole('term')).toHaveText([
    'Binding commitments',
    'Soft commitments',
    'Documents',
    'Photos',
    'Messages',
  ])
  await expect(dialog.getByRole('definition')).toHaveText(['1 ($300,000.00)', '1', '0', '0', '1'])

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Loan deleted successfully', loan.title)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No loan matches your search.')).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
  expect(await desk.admin.call('listLoans', { query: { search: loan.title } })).toEqual([])
  expect(await lender.call('listOwnCommitments')).toEqual([])
})

test('a deletion that is refused says why, and the list catches up', async ({ page, desk }) => {
  const loan = await desk.makeLoan()
  await openPanel(page, desk.admin, loan.title)
  await page.getByRole('button', { name: `Delete ${loan.title}` }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeEnabled()
  await desk.admin.call('updateLoan', { params: { id: loan.id }, body: { status: 'funded' } })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Error', "Failed to delete loan. A funded loan can't be deleted")
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: `Delete ${loan.title}` })).toBeDisabled()
})

test('nobody deletes a loan without being told what goes with it', async ({ page, desk }) => {
  const loan = await desk.makeLoan()
  await openPanel(page, desk.admin, loan.title)
  await page.route('**/contents', (route) => route.abort())
  await page.getByRole('button', { name: `Delete ${loan.title}` }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('What goes with it could not be counted')
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await page.unroute('**/contents')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeEnabled()
})

test('the list comes in pages', async ({ page, desk }) => {
  // Pages of two: a list of more than fifty takes long to make.
  await page.route('**/api/loans?*', (route) =>
    route.continue({ url: route.request().url().replace('limit=50', 'limit=2') }),
  )
  await openPanel(page, desk.admin)
  const rows = page.getByRole('button', { name: /^Edit / })
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rows).toHaveCount(4)
})

test('the list is searched, and can be asked for again', async ({ page, desk }) => {
  const loan = await desk.makeLoan({ borrowerName: 'Quay & Sons' })
  await openPanel(page, desk.admin)
  await page.getByPlaceholder('Search loans...').fill(loan.title)
  await expect(page).toHaveURL(/\?search=/)
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(1)
  await expect(page.getByText('Quay & Sons')).toBeVisible()
  await expect(page.getByRole('link', { name: `Book of ${loan.title}` })).toHaveAttribute(
    'href',
    `/loans/${loan.id}/book`,
  )
  await page.getByPlaceholder('Search loans...').fill(`${loan.title} no more`)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('button', { name: /^Edit / }).nth(1)).toBeVisible()

  await page.route('**/api/loans?*', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The loans could not be loaded')
  await page.unroute('**/api/loans?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
})
