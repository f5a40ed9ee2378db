import { creditOf, type CreditFacts } from '#domain/loans/credit/credit.ts'
import type { FullTerms } from '#domain/loans/credit/terms.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { expect, it } from 'vitest'
import { describeCredit as ratiosOf } from './describe-credit.ts'

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

const describeCredit = (...given: Parameters<typeof ratiosOf>) =>
  ratiosOf(...given)
    .map(({ text, isLow }) => (isLow ? `${text}!` : text))
    .join(' · ')

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

it('shows what follows from proposed terms, and marks DSCR below 1.00x', () => {
  const proposed = { ...facts, amount: '12000000.00', term: 24 } as unknown as FullTerms
  const loan = loanWith({})
  expect(describeCredit(loan, proposed)).toBe(
    '65.00% → 78.00% LTV · 1.13x → 0.94x DSCR! · 9.00% → 7.50% debt yield',
  )
  expect(describeCredit(loan, { ...proposed, amount: loan.amount })).toBe(
    '65.00% LTV · 1.13x DSCR · 9.00% debt yield',
  )
})
