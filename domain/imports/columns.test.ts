import { expect, it } from 'vitest'
import { importColumns, importKinds, matchColumns, templateOf } from './columns.ts'

it('matches import headings in different spellings to fields', () => {
  const headers = [
    'LOAN TITLE',
    'borrower',
    'Interest rate (%)',
    'term_months',
    'Loan-to-value',
    'x',
  ]
  expect(matchColumns('loans', headers)).toEqual([
    'title',
    'borrowerName',
    'interestRate',
    'term',
    'ltv',
    null,
  ])
})

it("doesn't use a closing date as the funding date, because it may be only a planned date", () => {
  expect(matchColumns('loans', ['Closing Date', 'Closed On', 'Funding Date'])).toEqual([
    'closingDate',
    null,
    'fundedOn',
  ])
})

it("matches each import field to at most one column, and prefers the field's own name to its alternative names", () => {
  expect(matchColumns('loans', ['Loan', 'Title', 'Address', 'Location', 'Title'])).toEqual([
    null,
    'title',
    'propertyAddress',
    null,
    null,
  ])
  expect(matchColumns('lenders', ['E-Mail', 'Surname', 'Firm', 'Phone'])).toEqual([
    'email',
    'lastName',
    'companyName',
    null,
  ])
})

it("matches the import templates' headings", () => {
  for (const [kind, columns] of Object.entries(importColumns))
    expect(
      matchColumns(
        kind as keyof typeof importColumns,
        columns.map(({ name }) => name),
      ),
    ).toEqual(columns.map(({ field }) => field))
})

it.each(importKinds)('recognizes each column in an import of %s by any of its names', (kind) => {
  for (const { field, name, otherNames = [] } of importColumns[kind])
    for (const header of [name, field, ...otherNames])
      // Files usually call the interest rate the note rate, and only the app's own exports contain both.
      expect(matchColumns(kind, [header]), header).toEqual([
        header === 'noteRate' ? 'interestRate' : field,
      ])
  expect(matchColumns('loans', ['interestRate', 'noteRate'])).toEqual(['interestRate', 'noteRate'])
})

it('writes an import template with the headings and one row of sample values', () => {
  expect(templateOf('lenders')).toBe(
    '\ufeffEmail,Name,First Name,Last Name,Company,Approved,Note\r\n' +
      'ada.cole@example.com,Ada Cole,,,Cole Capital Partners,Yes,It was good to meet you in Boston.\r\n',
  )
  expect(templateOf('loans')).toContain(
    '"12 Harbor Street, Portland, ME 04101","$1,250,000.00",7.25%',
  )
})

it("matches the headings of a servicer's loan tape, with or without a unit", () => {
  const tape = ['property_name', 'city', 'state', 'original_balance', 'note_rate_pct']
  expect(matchColumns('loans', [...tape, 'loan_term_months', 'ltv_pct', 'loan_id'])).toEqual([
    ...['title', 'city', 'state', 'amount', 'interestRate', 'term', 'ltv', null],
  ])
  const short = ['Property Name', 'Obligor Name', 'Original Loan Amount', 'Coupon Rate']
  expect(matchColumns('loans', [...short, 'Original Term'])).toEqual([
    ...['title', 'borrowerName', 'amount', 'interestRate', 'term'],
  ])
  const abbreviated = [
    'Deal',
    'Mortgagor',
    'UPB ($000s)',
    'Cpn',
    'Tenor',
    'Prop Type',
    'Amort (Mos)',
  ]
  expect(matchColumns('loans', abbreviated)).toEqual([
    ...['title', 'borrowerName', 'amount', 'interestRate', 'term', 'propertyType'],
    'amortizationMonths',
  ])
  expect(matchColumns('loans', ['UPB', 'Orig Bal'])).toEqual([null, 'amount'])
  const units = ['Loan Amount ($000s)', 'Rate, %', 'Term (Mos.)', 'Spread (bps)', 'Amount']
  expect(matchColumns('loans', units)).toEqual([
    ...[null, 'interestRate', 'term', 'rateSpread', 'amount'],
  ])
})

it("treats a lender's name as the company name if another column contains the person's name", () => {
  const headers = (...names: string[]) =>
    matchColumns('lenders', ['Email', 'lender_name', ...names])
  expect(headers('contact_name')).toEqual(['email', 'companyName', 'name'])
  expect(headers('First Name')).toEqual(['email', 'companyName', 'firstName'])
  expect(headers('Contact', 'Company')).toEqual(['email', null, 'name', 'companyName'])
  expect(headers()).toEqual(['email', 'name'])
})

it('omits address parts and computed ratios from the import template', () => {
  expect(templateOf('loans')).not.toMatch(/DSCR|ZIP Code/)
})
