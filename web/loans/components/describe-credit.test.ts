import { creditOf, type CreditFacts } from '#domain/loans/credit/credit.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { expect, it } from 'vitest'
import { describeCredit } from './describe-credit.ts'

const facts = {
  amount: '10000000.00',
  interestRate: '8.00',
  noteRate: null,
  noiInPlace: '900000.00',
  noiStabilized: '1000000.00',
  totalCost: null,
  size: null,
  interestOnlyMonths: null,
  amortizationMonths: null,
} as unknown as CreditFacts
const values = { ltv: '65.00', asIsValue: '15384615.00', asCompleteValue: null }
const loanWith = (part: object) =>
  ({ ...facts, ...values, ...part, credit: creditOf({ ...facts, ...part }) }) as unknown as Loan

it('describes LTV, DSCR, and debt yield with their basis', () => {
  expect(describeCredit(loanWith({}))).toBe(
    '65.00% LTV · 1.13x DSCR in place, interest only · 9.00% debt yield',
  )
  expect(describeCredit(loanWith({ noiInPlace: null, amortizationMonths: 360 }))).toBe(
    '65.00% LTV · 1.14x DSCR stabilized, amortizing · 10.00% debt yield',
  )
})

it('labels an LTV based on the as-complete value, and omits unknown ratios', () => {
  const bare = { noiInPlace: null, noiStabilized: null }
  const built = { asIsValue: '5000000.00', asCompleteValue: '15384615.00' }
  expect(describeCredit(loanWith({ ...bare, ...built }))).toBe('65.00% LTV as complete')
  expect(describeCredit(loanWith({ ...bare, ltv: null }))).toBe('')
})
