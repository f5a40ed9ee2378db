import type { DeskVisit } from '#contract/desk/dashboards.ts'
import { enter, expect, test, testOnPhone } from '#test/e2e/support/desk.ts'
import { overrideAccount } from '#test/e2e/support/trust-screens.ts'

testOnPhone(
  "a new lender's first steps are checked off one by one and are then replaced by the lender's position",
  async ({ page, desk, lender }) => {
    const soon = new Date(Date.now() + 2.5 * 86_400_000).toISOString()
    const loan = await desk.makeLoan({ propertyType: 'Hotel', commitmentDeadline: soon })
    await page.goto('/dashboard')
    const steps = page.getByRole('list', { name: 'First steps' })
    await expect(steps.getByRole('link')).toHaveText([
      ...['Save a filter', 'Open a document', 'Indicate interest'],
    ])
    await lender.call('createSavedFilter', { body: { name: 'Hotels', propertyType: 'Hotel' } })
    await page.reload()
    await expect(steps.getByText('Save a filter (done)')).toBeVisible()

    await desk.makeCommitment(lender, loan, { percentage: '10' })
    await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
    await page.reload()
    const book = page.getByRole('region', { name: 'Your Book' })
    await expect(book).toContainText('Binding$250,000.00')
    await expect(book).toContainText('Soft$125,000.00')
    await expect(book).toContainText('Weighted rate7.25%')
    await expect(book).toContainText(`Next date${loan.title}Soft share · due in`)
    await expect(book.getByRole('list')).toContainText('Hotel100%')
    await expect(book).toContainText('First steps: 2 of 3')
    await book.getByRole('link', { name: 'Position' }).click()
    await expect(page).toHaveURL('/commitments?view=position')
  },
)

test("a lender's dashboard says what is new since the previous visit", async ({ lenderPage }) => {
  const page = lenderPage
  const visit: DeskVisit = {
    previousAt: new Date(Date.now() - 86_400_000).toISOString(),
    newLoans: 2,
    newDocuments: 3,
    loansWithDocuments: 2,
    newestLoan: { loanId: 'a1', loanTitle: 'Quarry Street' },
    newestDocumentLoan: { loanId: 'b2', loanTitle: 'Pier 4' },
  }
  let json = visit
  await page.route('**/api/today/visit', (route) => route.fulfill({ json }))
  await page.goto('/dashboard')
  const line = page.getByText(/^Since yesterday/)
  await expect(line).toHaveText('Since yesterday: 2 loans, 3 documents for Pier 4 and 1 other loan')
  await expect(line.getByRole('link', { name: '2 loans' })).toHaveAttribute('href', '/loans')
  const pier = line.getByRole('link', { name: 'Pier 4' })
  await expect(pier).toHaveAttribute('href', '/loans/b2#documents')
  json = { ...visit, newLoans: 0, newestLoan: null, newestDocumentLoan: null }
  await page.reload()
  await expect(line).toHaveText('Since yesterday: nothing new')
})

test('an administrator sees the pipeline, and the setup checklist collapses once a loan is open', async ({
  page,
  desk,
}) => {
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const loan = await desk.makeLoan({ commitmentDeadline: soon })
  const lender = await desk.makeLender()
  await desk.makeCommitment(lender, loan, { percentage: '20', isSoftCommit: 'true' })
  await enter(page.context(), desk.admin)
  await overrideAccount(page, { isSettingUp: 'true' })
  await page.goto('/dashboard')
  const pipeline = page.getByRole('region', { name: 'Pipeline' }).first()
  await expect(pipeline.getByRole('row')).toHaveCount(9)
  const row = pipeline.getByRole('row').filter({ hasText: loan.title })
  await expect(row).toContainText('$2,500,000')
  await expect(row).toContainText('$500,000')
  await expect(row).toContainText('Indicated interest, today')
  await expect(pipeline.getByRole('link', { name: 'Exposure' })).toBeVisible()
  const figures = page.getByRole('region', { name: 'Platform figures' })
  const topOf = async (part: typeof figures) => (await part.boundingBox())?.y ?? NaN
  expect(await topOf(figures)).toBeLessThan(await topOf(pipeline))
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await topOf(pipeline)).toBeLessThan(await topOf(figures))
  await page.setViewportSize({ width: 1280, height: 720 })

  const setup = page.getByRole('region', { name: 'Set Up Your Desk' })
  await expect(setup.getByRole('listitem')).toHaveCount(0)
  await setup.getByRole('button', { name: 'Continue: Set Up Your Desk' }).click()
  await expect(setup.getByRole('listitem')).toHaveCount(9)
  await setup.getByRole('button', { name: 'Fold: Set Up Your Desk' }).click()
  await expect(setup.getByRole('listitem')).toHaveCount(0)
  await row.getByRole('link', { name: loan.title }).click()
  await expect(page).toHaveURL(`/loans/${loan.id}/book`)
})
