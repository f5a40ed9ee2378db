import { expect, test, type Page } from '#test/e2e/support/desk.ts'
import type { Person } from '#test/e2e/support/desk.ts'
import { fact } from '#test/e2e/support/screen.ts'

/** Opens a loan of the sample portfolio that has documents and photos. */
async function openSampleLoan(page: Page, lender: Person) {
  const [loan] = await lender.call('listLoans', { query: { search: 'Millrace Row' } })
  if (!loan) throw new Error('The sample portfolio is not there')
  await page.goto(`/loans/${loan.id}`)
  await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
  return loan
}

test('the page shows every figure that the loan has, and no others @phone', async ({
  lenderPage: page,
  desk,
}) => {
  const loan = await desk.makeLoan({
    ltv: '64.5',
    originationFee: '1.25',
    interestReserve: '180000',
    propertyOccupancy: 'Investment Property',
    asIsValue: '3900000',
    asCompleteValue: '4600000.50',
    purpose: 'Acquisition',
    summary: 'Two docks and a yard.',
    status: 'Underwriting',
  })
  await page.goto(`/loans/${loan.id}`)
  await expect(page).toHaveTitle(new RegExp(loan.title))
  await expect(page.getByText('Underwriting', { exact: true })).toBeVisible()
  await expect(page.getByText('4 Pier Street, Boston, MA 02110')).toBeVisible()
  for (const [name, value] of [
    ['Amount', '$2,500,000'],
    ['Rate/LTV', '7.25% / 64.50%'],
    ['Term', '24 months'],
    ['Property Type', 'Industrial'],
    ['Origination Fee', '1.25%'],
    ['Interest Reserve', '$180,000'],
    ['Property Occupancy', 'Investment Property'],
    ['Property As-Is Value', '$3,900,000'],
    ['As-Complete Value', '$4,600,001'],
    ['Purpose', 'Acquisition'],
    ['Summary', 'Two docks and a yard.'],
  ] as const)
    await expect(fact(page, name)).toHaveText(value)

  const plain = await desk.makeLoan()
  await page.goto(`/loans/${plain.id}`)
  await expect(fact(page, 'Rate/LTV')).toHaveText('7.25% / N/A')
  for (const name of ['Origination Fee', 'Interest Reserve', 'Purpose', 'As-Complete Value'])
    await expect(fact(page, name)).toHaveCount(0)
  await expect(page.getByText('No documents uploaded yet')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Loans' }).click()
  await expect(page).toHaveURL('/loans')
})

test('documents show type and date and open in a new tab, but are hidden from pending users and visitors', async ({
  page,
  desk,
  lender,
}) => {
  const loan = await openSampleLoan(page, lender)

  await test.step('documents are listed with type and date, and open in a new tab', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'Summary of Terms' })
    await expect(row).toContainText(/PDF · [A-Z][a-z]{2} \d{1,2}, \d{4}/)
    const link = row.getByRole('link', { name: /^Download Summary of Terms/ })
    await expect(link).toHaveAttribute('target', '_blank')
    const path = (await link.getAttribute('href')) ?? ''
    expect(path).toMatch(/^\/objects\//)
    const answer = await page.request.get(path)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toContain('application/pdf')
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('documents and photos are hidden from pending users and visitors', async () => {
    const [paper] = await lender.call('listLoanDocuments', { params: { loanId: loan.id } })
    const path = `/objects/${paper?.fileUrl}`
    const pending = await desk.makePending()
    expect((await pending.request('GET', path)).status).toBe(403)
    expect((await pending.request('GET', path, { cookie: null })).status).toBe(401)
    const theirs = await desk.openAs(pending)
    await theirs.goto(`/loans/${loan.id}`)
    await expect(
      theirs.getByText('Your account is awaiting approval', { exact: true }),
    ).toBeVisible()
    await expect(theirs.getByRole('heading', { name: 'Loan Documents' })).toBeHidden()
    await expect(theirs.getByRole('heading', { name: 'Photos' })).toBeHidden()
  })

  await test.step('an unknown loan shows Loan not found', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'not-an-id']) {
      await page.goto(`/loans/${id}`)
      await expect(page.getByRole('heading', { name: 'Loan not found' })).toBeVisible()
    }
    await page.getByRole('main').getByRole('link', { name: 'Browse Loans' }).click()
    await expect(page).toHaveURL('/loans')
  })
})

test('photos open in a viewer that the keyboard moves through @phone', async ({ page, lender }) => {
  const loan = await openSampleLoan(page, lender)
  const photos = await lender.call('listLoanPhotos', { params: { loanId: loan.id } })
  expect(photos.length).toBeGreaterThan(1)
  const first = page.getByRole('button', { name: new RegExp(`^Photo 1 of ${photos.length}`) })
  await first.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: loan.title })
  await expect(dialog.getByText(`Photo 1 of ${photos.length}`)).toBeVisible()
  await expect(dialog.getByRole('img')).toHaveJSProperty('complete', true)
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText(`Photo 2 of ${photos.length}`)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByText(`Photo ${photos.length} of ${photos.length}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(first).toBeFocused()
})
