import type { Loan } from '#contract/loans/shapes.ts'
import type { Money, Percent } from '#domain/money.ts'
import { bareLoan } from '#test/support/bare-loan.ts'
import { expect, test } from 'vitest'
import { compareLoans, type ComparedLoan } from './comparison.ts'

const money = (text: string) => text as Money
const percent = (text: string) => text as Percent

const loan: Loan = {
  ...bareLoan,
  id: '1',
  propertyAddress: '4 Pier Road, Boston, MA',
  amount: money('7500000.00'),
  propertyType: 'Industrial',
  ltv: percent('65.00'),
  asIsValue: money('10000000.00'),
  asCompleteValue: money('6000000.00'),
  committedPercentage: percent('40.00'),
  softPercentage: percent('130.00'),
  committedAmount: money('3000000.00'),
}
const held = { binding: { share: percent('10.00'), amount: money('750000.00') }, soft: null }

const rowsOf = (...compared: ComparedLoan[]) =>
  new Map(compareLoans(compared).flatMap(({ rows }) => rows.map((row) => [row.name, row])))
const first = (...names: string[]) => {
  const rows = rowsOf({ loan, held })
  return names.map((name) => rows.get(name)?.values[0])
}

test('shows all figures of each loan in the comparison, including derived figures', () => {
  expect(first('Amount', 'Rate', 'Term', 'Status')).toEqual([
    '$7,500,000',
    '7.25%',
    '24 months',
    'Open',
  ])
  expect(first('Available', 'Committed', 'Soft interest')).toEqual([
    '60% ($4,500,000.00)',
    '40% ($3,000,000.00)',
    '130% ($9,750,000.00)',
  ])
  expect(first('You hold, binding', 'You hold, soft')).toEqual(['10% ($750,000.00)', '–'])
  expect(first('LTV', 'Loan to As-Is Value', 'Equity, as is')).toEqual([
    '65.00%',
    '75.00%',
    '$2,500,000',
  ])
  expect(first('Loan to As-Complete Value', 'Equity, as complete')).toEqual(['125.00%', 'N/A'])
})

test('omits as-is equity and as-is LTV if a construction loan exceeds the value of the land', () => {
  const built = { ...loan, asIsValue: money('1800000.00'), asCompleteValue: money('11538461.54') }
  const rows = rowsOf({ loan: built, held })
  const valueOf = (name: string) => rows.get(name)?.values[0]
  expect(valueOf('Property As-Is Value')).toBe('$1,800,000')
  expect(valueOf('Loan to As-Is Value')).toBe('N/A')
  expect(valueOf('Equity, as is')).toBe('N/A')
  expect(valueOf('Equity, as complete')).toBe('$4,038,462')
})

test('labels an LTV in the comparison if it matches only the as-complete value', () => {
  const built = { ...loan, asIsValue: money('1800000.00'), asCompleteValue: money('11538461.54') }
  expect(rowsOf({ loan, held }, { loan: built, held }).get('LTV')).toMatchObject({
    values: ['65.00%', '65.00% as\u00a0complete'],
    differs: true,
  })
})

test('shows which data a compared loan lacks, and shows that a funded loan has nothing available', () => {
  expect(first('Origination Fee', 'Purpose', 'Property Occupancy')).toEqual(['N/A', 'N/A', 'N/A'])
  const bare = { ...loan, asIsValue: null, ltv: null, status: 'funded' } as const
  const rows = rowsOf({ loan: bare, held: undefined })
  expect(rows.get('Equity, as is')?.values).toEqual(['N/A'])
  expect(rows.get('Loan to As-Is Value')?.values).toEqual(['N/A'])
  expect(rows.get('LTV')?.values).toEqual(['N/A'])
  expect(rows.get('Available')?.values).toEqual(['0% ($0.00)'])
  const open = { ...loan, softPercentage: percent('0.00') }
  expect(rowsOf({ loan: open, held }).get('Soft interest')?.values).toEqual(['–'])
  // The position hasn't been loaded yet in this state.
  expect(rows.get('You hold, binding')?.values).toEqual([''])
})

test('shows the maturity of a funded loan and an estimate for other loans', () => {
  const funded: Loan = { ...loan, status: 'funded', fundedOn: '2026-11-20' }
  const { values } = rowsOf({ loan: funded, held }, { loan, held }).get('Maturity') ?? {}
  expect(values?.[0]).toBe('Nov 20, 2028')
  expect(values?.[1]).toMatch(/^Est\. [A-Z][a-z]{2} \d{4}$/)
  const undated = { ...loan, status: 'funded' } as const
  expect(rowsOf({ loan: undated, held }).get('Maturity')?.values).toEqual(['N/A'])
})

test('distinguishes a position that failed to load from an empty position', () => {
  const row = rowsOf({ loan, held }, { loan, held: 'unknown' }).get('You hold, binding')
  expect(row?.values).toEqual(['10% ($750,000.00)', 'Not loaded'])
  expect(row?.differs).toBe(false)
  expect(rowsOf({ loan, held }, { loan, held: undefined }).get('You hold, soft')?.differs).toBe(
    false,
  )
})

test("marks comparison rows in which loans differ, regardless of the loans' order", () => {
  const other = { ...loan, id: '2', interestRate: percent('7.26'), propertyType: null }
  for (const pair of [
    [loan, other, loan],
    [other, loan],
  ]) {
    const rows = rowsOf(...pair.map((each) => ({ loan: each, held })))
    const different = [...rows.values()].filter(({ differs }) => differs).map(({ name }) => name)
    expect(different).toEqual(['Rate', 'Property Type'])
  }
  expect([...rowsOf({ loan, held }).values()].some(({ differs }) => differs)).toBe(false)
})

test('marks the best value of each ratio, unless the values are equal or only one is known', () => {
  const credit = { ...bareLoan.credit }
  const loanWith = (part: Partial<Loan['credit']>, ltv: string | null): ComparedLoan => ({
    loan: { ...loan, ltv: ltv === null ? null : percent(ltv), credit: { ...credit, ...part } },
    held,
  })
  const ratio = (text: string) => text as NonNullable<Loan['credit']['dscr']>
  const rows = rowsOf(
    loanWith({ dscr: ratio('0.99'), debtYield: percent('10.00'), ltc: percent('70.00') }, '65.00'),
    loanWith({ dscr: ratio('1.25'), debtYield: percent('9.00') }, '9.50'),
    loanWith({ dscr: ratio('1.25'), debtYield: percent('10.00') }, null),
  )
  expect(rows.get('DSCR')).toMatchObject({ values: ['0.99x', '1.25x', '1.25x'], best: [1, 2] })
  expect(rows.get('Debt Yield')).toMatchObject({ best: [0, 2] })
  expect(rows.get('LTV')?.best).toEqual([1])
  expect(rows.get('LTC')).toMatchObject({ values: ['70.00%', 'N/A', 'N/A'], best: [] })
  expect(rows.get('Rate')?.best).toEqual([])
})

test('omits ratios and structure terms that none of the compared loans have, and names the unit in amounts per unit', () => {
  expect([...rowsOf({ loan, held }).keys()]).not.toContain('DSCR')
  expect([...rowsOf({ loan, held }).keys()]).not.toContain('Sponsor')
  const sized: Loan = {
    ...loan,
    sponsor: 'Pier Partners',
    sizeUnit: 'keys',
    credit: { ...bareLoan.credit, amountPerUnit: money('125000.00') },
  }
  const rows = rowsOf({ loan, held }, { loan: sized, held })
  expect(rows.get('Amount per unit')?.values).toEqual(['N/A', '$125,000 per key'])
  expect(rows.get('Sponsor')?.values).toEqual(['N/A', 'Pier Partners'])
})
