import { expect, test, testOnPhone, uniqueTitle } from '#test/e2e/support/desk.ts'
import { createLoan, openForm, openPanel } from '#test/e2e/support/panel.ts'
import { chooseFromMore, expectToast } from '#test/e2e/support/screen.ts'

testOnPhone(
  'an administrator saves a draft that only administrators can see, and publishes it from its checklist',
  async ({ page, desk }) => {
    const lender = await desk.makeLender()
    const lenderPage = await desk.openAs(lender)
    const title = uniqueTitle('Harbor Point')
    await openPanel(page, desk.admin, title)
    const form = await openForm(page, createLoan)
    await form.getByLabel('Loan Title').fill(title)
    await form.getByRole('button', { name: 'Save as Draft' }).click()
    await expect(form.getByText('Borrower name is required')).toBeVisible()
    await form.getByLabel('Borrower Name').fill('Harbor Point LLC')
    await form.getByLabel('Loan Amount ($)').fill('2500000')
    await form.getByLabel('Interest Rate (%)').fill('7.25')
    await form.getByRole('button', { name: 'Save as Draft' }).click()
    await expectToast(page, 'Draft saved', title)
    await expect(form).toBeHidden()

    await expect(page.getByText('Draft', { exact: true })).toBeVisible()
    await page.getByLabel('Drafts only').check()
    await expect(page).toHaveURL(/drafts=true/)
    const [draft] = await desk.admin.call('listAllLoans', { query: { search: title } })
    if (!draft) throw new Error('The draft is not listed')
    await lenderPage.goto(`/loans?search=${encodeURIComponent(title)}`)
    await expect(lenderPage.getByText('No loans available')).toBeVisible()
    await lenderPage.goto(`/loans/${draft.id}`)
    await expect(lenderPage.getByRole('heading', { name: 'Loan not found' }).first()).toBeVisible()

    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('This is a draft.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Commit to This Loan' })).toBeDisabled()
    await expect(page.getByText('This loan is a draft. Publish it first.')).toBeVisible()
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish Loan' })
    const checks = dialog.getByRole('list', { name: 'Check List' }).getByRole('listitem')
    await expect(checks.first()).toContainText(
      '$2,500,000 · 7.25% · 12 months. Missing: origination fee',
    )
    await expect(checks.filter({ hasText: 'Appraisal' })).toContainText('No document')
    await expect(
      dialog.getByText(/Who will be notified: \d+ (person|people) at \d+ firms?$/),
    ).toBeVisible()
    await expect(
      dialog.getByText(/^Everyone · notifies \d+ (person|people) at \d+ firms?, in the app only/),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expectToast(page, 'Loan published', /: \d+ (person|people) notified/)
    await expect(dialog).toBeHidden()
    await expect(page.getByText('This is a draft.')).toBeHidden()
    await expect(page.getByText('Draft', { exact: true })).toBeHidden()

    await lenderPage.goto('/notifications')
    await lenderPage.getByRole('link', { name: `New loan: ${title}` }).click()
    await expect(lenderPage.getByRole('heading', { level: 1, name: title })).toBeVisible()
  },
)

test('a loan without commitments returns to draft, and lenders are notified again only on request', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  await openPanel(page, desk.admin, loan.title)
  await page.getByRole('link', { name: loan.title, exact: true }).click()
  await chooseFromMore(page, 'Return to Draft')
  const question = page.getByRole('alertdialog', { name: 'Return to draft?' })
  await question.getByRole('button', { name: 'Return to Draft' }).click()
  await expectToast(page, 'Loan returned to draft', loan.title)
  await expect(page.getByText('This is a draft.')).toBeVisible()
  const visitor = await desk.openAs(null)
  expect((await visitor.request.get(`/api/loans/${loan.id}`)).status()).toBe(404)

  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish Loan' })
  await expect(dialog.getByText('Who will be notified: nobody')).toBeVisible()
  await dialog.getByLabel('Notify lenders again').check()
  await expect(dialog.getByText(/Who will be notified: \d+ (person|people) at/)).toBeVisible()
  await dialog.getByLabel('Notify lenders again').uncheck()
  await expect(dialog.getByText('Everyone · notifies nobody')).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expectToast(page, 'Loan published', loan.title)
  expect((await visitor.request.get(`/api/loans/${loan.id}`)).status()).toBe(200)
})

test("a loan that a lender has committed to can't return to draft, and the page says why", async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  const lender = await desk.makeLender()
  await openPanel(page, desk.admin, loan.title)
  await page.getByRole('link', { name: loan.title, exact: true }).click()
  await chooseFromMore(page, 'Return to Draft')
  const question = page.getByRole('alertdialog', { name: 'Return to draft?' })
  const { id } = await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
  // The commitment's history and receipts still refer to the loan.
  await lender.call('withdrawCommitment', { params: { id } })
  await question.getByRole('button', { name: 'Return to Draft' }).click()
  await expect(question.getByRole('alert')).toHaveText(
    'Lenders have committed to this loan, and their records refer to it. It stays published.',
  )
  await expect(question.getByRole('button', { name: 'Return to Draft' })).toBeDisabled()

  await page.reload()
  await page.getByRole('button', { name: 'More' }).click()
  const held = page.getByRole('menuitem', { name: 'Return to Draft' })
  await expect(held).toBeDisabled()
  await expect(held).toContainText('A lender has committed to this loan.')
})

test('each item in the publication checklist opens its field or the file upload, from which the user can return to the list', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan({ isDraft: 'true' })
  const dialog = page.getByRole('dialog', { name: 'Publish Loan' })
  const check = (name: string) =>
    dialog.getByRole('list', { name: 'Check List' }).getByRole('button', { name })
  const form = page.getByRole('dialog', { name: 'Update Loan' })
  await openPanel(page, desk.admin, loan.title)
  await page.getByRole('button', { name: `Publish ${loan.title}` }).click()
  // The section that contains this field is collapsed while it is empty.
  await check('Income').click()
  await expect(form.getByLabel('NOI in Place ($)')).toBeFocused()
  await form.getByLabel('NOI in Place ($)').fill('200000')
  await form.getByRole('button', { name: 'Update Loan' }).click()
  await expectToast(page, 'Loan updated successfully', loan.title)
  await expect(check('Income')).toContainText('NOI in place $200,000')
  await check('Summary').click()
  await expect(form.getByLabel('Summary')).toBeFocused()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await check('Appraisal').click()
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await expect(page.getByRole('dialog', { name: 'Upload Files' })).toBeVisible()

  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await check('LTV').click()
  await expect(form.getByLabel('LTV (%)')).toBeFocused()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('link', { name: 'See as a Lender' }).click()
  await expect(page.getByText('Lenders can open it once you publish it.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Administration' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to Your View' }).click()
  await expect(page.getByRole('region', { name: 'Administration' })).toBeVisible()
})
