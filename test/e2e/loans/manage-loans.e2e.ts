import type { Loan } from '#contract/loans/shapes.ts'
import { expect, test, testOnPhone, uniqueTitle } from '#test/e2e/support/desk.ts'
import { makeAdmin, openForm, openPanel } from '#test/e2e/support/panel.ts'
import { expectToast } from '#test/e2e/support/screen.ts'
import { spec } from '#test/support/requirements.ts'

testOnPhone('editing a loan updates every screen that shows the loan', async ({ page, desk }) => {
  spec('1.15', '2.11.8', '2.12.1', '2.12.2', '4.6', '8.31')
  const loan = await desk.makeLoan({ propertyType: 'Marina', purpose: 'To build', ltv: '65.5' })
  await openPanel(page, desk.admin, loan.title)
  await expect(page.getByText('$2.5M left')).toBeVisible()
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
  await expect(
    page.getByRole('button', { name: new RegExp(`^(Edit|Actions for) ${title}$`) }),
  ).toBeFocused()
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

test("the loan form shows another administrator's concurrent changes and overwrites them only on request", async ({
  desk,
}) => {
  spec('2.12.27', '8.15')
  const loan = await desk.makeLoan({ status: 'Closing', purpose: 'To build' })
  const jordan = await makeAdmin(desk, { firstName: 'Jordan', lastName: 'Lee' })
  const stored = () => desk.admin.call('getLoan', { params: { id: loan.id } })
  const page = await desk.openAs(desk.admin)
  await page.goto(`/admin?search=${encodeURIComponent(loan.title)}`)
  const dialog = await openForm(page, `Edit ${loan.title}`)
  const title = `${loan.title}, Second Phase`
  await dialog.getByLabel('Loan Title').fill(title)
  await dialog.getByLabel('Purpose').fill('To buy')
  const body = { status: 'funded', purpose: 'To refinance', ltv: '65' } as const
  const changed = await jordan.call('updateLoan', { params: { id: loan.id }, body })

  const save = dialog.getByRole('button', { name: 'Update Loan' })
  await save.click()
  await expectToast(
    page,
    'Error',
    "Failed to update loan. Jordan Lee changed this loan's status, funding date, purpose, and LTV after you opened it.",
  )
  expect(await stored()).toEqual(changed)
  const notice = dialog.getByRole('group', { name: 'This loan changed while you were editing' })
  await expect(notice).toBeFocused()
  await expect(notice).toContainText('Changed: status, funding date, purpose, and LTV.')
  const status = dialog.getByLabel('Loan Status')
  await expect(status).toHaveValue('funded')
  await expect(status).toHaveAccessibleDescription(
    /Jordan Lee changed this from Closing to funded\.$/,
  )
  await expect(dialog.getByLabel('LTV (%)')).toHaveValue('65.00')
  await expect(dialog.getByLabel('LTV (%)')).toHaveAccessibleDescription(
    'Jordan Lee set this to 65.00%.',
  )
  await expect(dialog.getByLabel('Loan Title')).toHaveValue(title)
  await expect(dialog.getByLabel('Purpose')).toHaveValue('To buy')
  await expect(dialog.getByLabel('Purpose')).toHaveAccessibleDescription(
    'Jordan Lee changed this from “To build” to “To refinance”. Saving replaces it with what you entered.',
  )

  await dialog.getByLabel('Summary').pressSequentially('Under offer.')
  await expect(dialog.getByLabel('Summary')).toHaveValue('Under offer.')

  await jordan.call('updateLoan', { params: { id: loan.id }, body: { ltv: '70' } })
  await save.click()
  await expect(dialog.getByLabel('LTV (%)')).toHaveValue('70.00')
  await expect(notice).toBeFocused()
  await expect(status).toHaveAccessibleDescription(
    /Jordan Lee changed this from Closing to funded\.$/,
  )

  await save.click()
  await expectToast(page, 'Loan updated successfully', title)
  await expect(dialog).toBeHidden()
  expect(await stored()).toMatchObject({
    ...{ title, purpose: 'To buy', summary: 'Under offer.', status: 'funded', ltv: '70.00' },
  })
})

test('the loan form sends only the changed fields and the loan version on which the changes are based', async ({
  page,
  desk,
}) => {
  spec('2.12.26')
  const loan = await desk.makeLoan()
  await openPanel(page, desk.admin, loan.title)
  await desk.admin.call('updateLoan', {
    params: { id: loan.id },
    body: { borrowerName: 'Pier Five LLC' },
  })
  const dialog = await openForm(page, `Edit ${loan.title}`)
  await expect(dialog.getByLabel('Borrower Name')).toHaveValue('Pier Five LLC')
  await dialog.getByLabel('Loan Amount ($)').fill('3000000')
  await dialog.getByLabel('Property Type').selectOption('')
  await dialog.getByLabel('Summary').fill('Typed, and taken back')
  await dialog.getByLabel('Summary').fill('')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Update Loan' }).click()
  expect((await sent).postDataJSON()).toEqual({
    amount: '3000000.00',
    propertyType: null,
    version: '2',
  })
  await expectToast(page, 'Loan updated successfully')
})

test("a loan's terms can't change while it has binding commitments or is funded, and a funded loan can't be deleted", async ({
  page,
  desk,
}) => {
  spec('4.7')
  await test.step("amount, rate, and term can't change while lenders have binding commitments", async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '25' })
    await openPanel(page, desk.admin, loan.title)
    const dialog = await openForm(page, `Edit ${loan.title}`)
    for (const label of ['Loan Amount ($)', 'Interest Rate (%)', 'Term (months)']) {
      await expect(dialog.getByLabel(label)).not.toBeEditable()
      await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(
        /^Amount, rate and term are locked\. Lenders are bound to 25% on them\./,
      )
    }
    await expect(dialog.getByText('Amount, rate and term are locked.')).toHaveCount(1)
    await dialog.getByLabel('Summary').fill('Nearly closed.')
    await dialog.getByRole('button', { name: 'Update Loan' }).click()
    await expectToast(page, 'Loan updated successfully')
  })

  await test.step("a funded loan's terms can't change, and a funded loan can't be deleted", async () => {
    const loan = await desk.makeLoan()
    await openPanel(page, desk.admin, loan.title)
    const dialog = await openForm(page, `Edit ${loan.title}`)
    await dialog.getByLabel('Loan Status').selectOption('Fully Funded')
    await expect(dialog.getByLabel('Loan Status')).toHaveAccessibleDescription(
      /^A funded loan takes no more commitments/,
    )
    const fundedOn = dialog.getByLabel('Funded On')
    await fundedOn.fill('2024-03-31')
    await expect(fundedOn).toHaveAccessibleDescription('Maturity: Mar 31, 2026.')
    await dialog.getByRole('button', { name: 'Update Loan' }).click()
    const question = page.getByRole('alertdialog', { name: 'Set to Fully Funded?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect((await desk.admin.call('getLoan', { params: { id: loan.id } })).status).toBe('open')
    await dialog.getByRole('button', { name: 'Update Loan' }).click()
    await expect(question).toContainText('100% ($2,500,000.00) stays uncommitted.')
    await question.getByRole('button', { name: 'Update Loan' }).click()
    await expectToast(page, 'Loan updated successfully')
    await expect(page.getByText('Fully Funded')).toBeVisible()
    const remove = page.getByRole('button', { name: `Delete ${loan.title}` })
    await expect(remove).toBeDisabled()
    await expect(remove).toHaveAccessibleDescription("A funded loan can't be deleted.")
    await openForm(page, `Edit ${loan.title}`)
    await expect(fundedOn).toHaveValue('2024-03-31')
    await expect(dialog.getByLabel('Loan Amount ($)')).not.toBeEditable()
    await expect(dialog.getByLabel('Loan Amount ($)')).toHaveAccessibleDescription(
      'Amount, rate and term are locked. The loan is funded. $2,500,000.00',
    )
  })
})

test('the loan form and the status menu both use the local date as the funding date', async ({
  page,
  desk,
}) => {
  const [loan, other] = [await desk.makeLoan(), await desk.makeLoan()]
  const stored = ({ id }: Loan) => desk.admin.call('getLoan', { params: { id } })
  // At this time, it is 8 PM in New York and already the next day in UTC.
  await page.clock.setFixedTime(new Date('2025-11-26T01:00:00Z'))
  await openPanel(page, desk.admin, loan.title)
  const dialog = await openForm(page, `Edit ${loan.title}`)
  const [status, fundedOn] = [dialog.getByLabel('Loan Status'), dialog.getByLabel('Funded On')]
  await status.selectOption('Fully Funded')
  await expect(fundedOn).toHaveValue('2025-11-25')
  await status.selectOption('Closing')
  await expect(fundedOn).toBeHidden()
  await status.selectOption('Fully Funded')
  await fundedOn.fill('')
  await expect(fundedOn).toHaveAccessibleDescription('Nov 25, 2025, if you leave it blank.')
  await dialog.getByRole('button', { name: 'Update Loan' }).click()
  const question = page.getByRole('alertdialog', { name: 'Set to Fully Funded?' })
  await expect(question).toContainText('Funded on Nov 25, 2025. Maturity: Nov 25, 2027.')
  await question.getByRole('button', { name: 'Update Loan' }).click()
  await expectToast(page, 'Loan updated successfully')
  expect(await stored(loan)).toMatchObject({ status: 'funded', fundedOn: '2025-11-25' })

  await page.goto(`/loans/${other.id}`)
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Fully Funded/ }).click()
  await question.getByRole('button', { name: 'Set Status' }).click()
  await expectToast(page, 'Status set to Fully Funded')
  expect(await stored(other)).toMatchObject({ status: 'funded', fundedOn: '2025-11-25' })
})

test('if a concurrent commitment conflicts with a change, the form shows the conflict on the changed field and keeps its input', async ({
  desk,
}) => {
  spec('8.15')
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
    'Amount, rate and term are locked. Lenders are bound to 25% on them. $9,000,000.00 Lenders are bound to this amount',
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

test("the panel's loan list loads page by page and can be searched, and loading can be retried after a failure", async ({
  page,
  desk,
}) => {
  await test.step("the panel's loan list loads page by page", async () => {
    // Each page has only two loans, because creating more than 50 loans is slow.
    await page.route('**/api/admin/loans?*', (route) =>
      route.continue({ url: route.request().url().replace('limit=50', 'limit=2') }),
    )
    await openPanel(page, desk.admin)
    const rows = page.getByRole('button', { name: /^Edit / })
    await expect(rows).toHaveCount(2)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(rows).toHaveCount(4)
    await page.unroute('**/api/admin/loans?*')
  })

  await test.step("the panel's loan list can be searched, and loading can be retried after a failure", async () => {
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
    await page.getByRole('button', { name: 'Clear Search' }).click()
    await expect(page).toHaveURL('/admin')
    await expect(page.getByRole('heading', { name: 'Loan Opportunities' })).toBeFocused()
    await expect(page.getByRole('button', { name: /^Edit / }).nth(1)).toBeVisible()

    await page.route('**/api/admin/loans?*', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('alert')).toContainText("The loans couldn't be loaded")
    await page.unroute('**/api/admin/loans?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
  })
})

test("the panel's loan list shows what is left, soft interest and the deadline, and can be sorted by them", async ({
  page,
  desk,
}) => {
  const borrowerName = uniqueTitle('Quay')
  const day = 86_400_000
  const [later, sooner] = [
    await desk.makeLoan({
      ...{ borrowerName, commitmentDeadline: new Date(Date.now() + 20.2 * day).toISOString() },
    }),
    await desk.makeLoan({
      ...{ borrowerName, commitmentDeadline: new Date(Date.now() + 8 * day).toISOString() },
    }),
  ]
  const lender = await desk.makeLender()
  await desk.makeCommitment(lender, sooner, { percentage: '40' })
  await desk.makeCommitment(lender, sooner, { percentage: '15', isSoftCommit: 'true' })
  await openPanel(page, desk.admin, borrowerName)
  const loans = page.getByRole('table').getByRole('row').filter({ hasText: borrowerName })
  await expect(loans).toHaveCount(2)
  const row = loans.filter({ hasText: sooner.title })
  await expect(row).toContainText('15% soft interest')
  await expect(row).toContainText('40% · $1.5M left')
  await expect(row).toContainText('due in 8 days')
  const sort = page.getByLabel('Sort loans')
  await sort.selectOption('Due soonest')
  await expect(page).toHaveURL(/&sort=due$/)
  await expect(loans.first()).toContainText(sooner.title)
  await sort.selectOption('Largest gap')
  await expect(loans.first()).toContainText(later.title)
})
