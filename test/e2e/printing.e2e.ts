import { register } from './support/uploads.ts'
import { enter, expect, test } from './support/desk.ts'
import { print } from './support/printing.ts'

const pageNumber = /Page \d+ of \d+/
const printed = /Printed [A-Z][a-z]{2} \d{1,2}, \d{4}/

test('the loan list prints in landscape, with the column headers as plain text on each page', async ({
  page,
  desk,
  lender: _lender,
}) => {
  for (let count = 0; count < 24; count += 1)
    await desk.makeLoan({ borrowerName: 'Harborside Landing Owner Partners LLC' })
  await page.goto('/loans')
  await expect(page.getByRole('row')).toHaveCount(25)
  const pages = await print(page)
  expect(pages.length).toBeGreaterThan(1)
  expect(pages[0]?.text).toMatch(printed)
  expect(pages[0]?.text).toContain('Harborline Capital')
  for (const { isWide, text } of pages) {
    expect(isWide).toBe(true)
    expect(text).toMatch(/Loan .*Amount .*Rate .*Term .*Progress .*Status/)
    expect(text).not.toMatch(/Actions|View|Commit\b|…/)
    expect(text).toMatch(pageNumber)
  }
})

test('a printed part of the loan list says how many of the loans it shows', async ({
  page,
  desk,
  lender: _lender,
}) => {
  const location = 'Tarpon Springs'
  for (let count = 0; count < 25; count += 1)
    await desk.makeLoan({ propertyAddress: `${count + 1} Dock Street, ${location}, FL 34689` })
  await page.goto(`/loans?location=${encodeURIComponent(location)}`)
  await expect(page.getByText(/^25 loans · /)).toBeVisible()
  const [first] = await print(page)
  expect(first?.text).toContain('24 of 25 loans')
})

test("a printed loan shows the company, the time and the user's position, but nothing to press", async ({
  page,
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan({
    summary: 'A pier with a view. '.repeat(60),
    sponsor: 'Tidemark Industrial Fund III',
  })
  await register(desk, 'document', loan.id, 'Appraisal.pdf')
  const [document] = await lender.call('listLoanDocuments', { params: { loanId: loan.id } })
  const read = await lender.request('GET', `/objects/${document?.fileUrl}`)
  expect(read.status).toBe(200)
  await desk.makeCommitment(lender, loan, { percentage: '7' })
  await page.goto(`/loans/${loan.id}`)
  await expect(page.getByText('You opened this on')).toBeVisible()
  await expect(page.getByText('No messages yet')).toBeVisible()
  const pages = await print(page)
  const text = pages.map((each) => each.text).join('\n')
  expect(pages.every(({ isWide }) => isWide)).toBe(false)
  expect(text).toMatch(printed)
  expect(text).toContain('Appraisal.pdf')
  expect(text).toMatch(/Your Position\s+Binding 7%\s+\$175,000\.00/)
  expect(text).not.toMatch(/You opened this|Download|Commit to This Loan|Ask a question|Receipt/)
  for (const part of ['About This Loan', 'Structure'])
    expect(pages.filter((each) => each.text.includes(part))).toHaveLength(1)
  for (const each of pages)
    expect(each.text.replace(pageNumber, '').trim().split('\n').at(-1)).not.toMatch(
      /^ *(About This Loan|Messages) *$/,
    )
})

test('administrator lists and commitments print in landscape without buttons', async ({
  page,
  desk,
}) => {
  await enter(page.context(), desk.admin)
  const loan = await desk.makeLoan()
  await desk.makeCommitment(desk.admin, loan)
  for (const [path, row] of [
    ['/admin', loan.title],
    ['/admin/exposure', 'Total Interest'],
    ['/commitments?view=position', loan.title],
    [`/loans/${loan.id}/book`, `Book of ${loan.title}`],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(row).filter({ visible: true }).first()).toBeVisible()
    const [first] = await print(page)
    expect(first?.isWide, path).toBe(true)
    expect(first?.text, path).toMatch(printed)
    expect(first?.text, path).not.toMatch(/Actions|Export|Set Limits|Create New Loan|1 line/)
  }
})
