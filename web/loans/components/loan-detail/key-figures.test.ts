import type { Loan } from '#contract/loans/shapes.ts'
import { creditOf } from '#domain/loans/credit/credit.ts'
import { parseRate, type Money, type Percent } from '#domain/money.ts'
import { bareLoan } from '#test/support/bare-loan.ts'
import { expect, it } from 'vitest'
import { keyFiguresOf } from './key-figures.ts'

const money = (text: string) => text as Money

function loanWith(fields: Partial<Loan>): Loan {
  const loan = { ...bareLoan, ...fields }
  return { ...loan, credit: creditOf(loan) }
}
const figuresOf = (fields: Partial<Loan>) =>
  Object.fromEntries(
    keyFiguresOf(loanWith(fields)).map(({ name, value, notes, warning }) => [
      name,
      [value, ...(warning ? [`! ${warning}`] : []), ...notes],
    ]),
  )

const millrace = {
  amount: money('14250000.00'),
  interestRate: '8.13' as Percent,
  noteRate: parseRate('8.125'),
  ltv: '68.18' as Percent,
  asIsValue: money('20900000.00'),
  noiInPlace: money('1300000.00'),
  noiStabilized: money('1500000.00'),
  committedPercentage: '47.00' as Percent,
  committedAmount: money('6697500.00'),
}

it('returns no key figures for a loan without income, cost, or structure', () => {
  const { noiInPlace: _noi, noiStabilized: _stabilized, noteRate: _rate, ...plain } = millrace
  expect(keyFiguresOf(loanWith(plain))).toEqual([])
})

it('returns the five key figures', () => {
  const fields = {
    ...millrace,
    rateType: 'Floating',
    rateIndex: '1-Month Term SOFR',
    rateSpread: parseRate('3.85'),
    rateFloor: parseRate('3'),
    totalCost: money('21400000.00'),
  }
  expect(figuresOf(fields)).toEqual({
    Rate: ['8.125%', 'Floating: 1-Month Term SOFR\u00a0+\u00a03.85%', '3.00% floor'],
    LTV: ['68.18%', '66.59% of total cost'],
    DSCR: ['1.12x', '→ 1.30x stabilized', 'Interest only'],
    'Debt yield': ['9.12%', '→ 10.53% stabilized'],
    Available: ['$7,552,500', '53% of $14,250,000'],
  })
})

it("omits key figures that can't be computed", () => {
  const bare = { ...bareLoan, sponsor: 'Halyard Partners' }
  expect(figuresOf(bare)).toEqual({
    Rate: ['7.25%'],
    Available: ['$1,000,000', '100% of $1,000,000'],
  })
  expect(Object.keys(figuresOf({ ...bare, status: 'funded' }))).toEqual(['Rate'])
  expect(Object.keys(figuresOf({ ...bare, bookStage: 'closed' }))).toEqual(['Rate'])
  expect(figuresOf({ ...bare, takesCommitments: 'false' })).toHaveProperty('Not yet bound')
  expect(figuresOf({ ...bare, totalCost: money('1500000.00') })).toMatchObject({
    LTC: ['66.67%'],
  })
})

it('explains a DSCR below 1.00x, and mentions a reserve that covers the shortfall', () => {
  const low = { ...millrace, noiInPlace: money('960000.00') }
  expect(figuresOf({ ...low, interestReserve: money('1040000.00') })['DSCR']).toEqual([
    '0.83x',
    "! NOI in place doesn't cover interest; carried by the $1,040,000 reserve",
    '→ 1.30x stabilized',
    'Interest only',
  ])
  expect(figuresOf({ ...low, interestReserve: money('0.00') })['DSCR']?.[1]).toBe(
    "! NOI in place doesn't cover interest",
  )
  const amortizing = { ...low, noiInPlace: null, noiStabilized: low.noiInPlace }
  expect(figuresOf({ ...amortizing, amortizationMonths: 360 })['DSCR']).toEqual([
    '0.76x',
    "! Stabilized NOI doesn't cover debt service",
    'Stabilized',
    'Amortizing',
  ])
})

it("shows the LTV as entered and mentions the values that don't match it", () => {
  expect(figuresOf({ ...millrace, ltv: '75.00' as Percent })['LTV']).toEqual([
    '75.00%',
    '68.18% of as-is value',
  ])
  const built = {
    ...millrace,
    ltv: '60.00' as Percent,
    asIsValue: money('5000000.00'),
    asCompleteValue: money('23750000.00'),
    totalCost: money('20000000.00'),
  }
  expect(figuresOf(built)['LTV']).toEqual(['60.00%', 'As complete', '71.25% of total cost'])
})
