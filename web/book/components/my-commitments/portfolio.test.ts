import type { Commitment } from '#contract/book/commitments.ts'
import { wholePercent, type Money, type Percent } from '#domain/money.ts'
import { expect, test } from 'vitest'
import { summarize, withLoan } from './portfolio.ts'

const loan = (id: string, interestRate: string): Commitment['loan'] => ({
  id,
  version: '1',
  title: `Loan ${id}`,
  borrowerName: 'Pier 7 Holdings LLC',
  propertyAddress: null,
  amount: '1000000.00' as Money,
  interestRate: interestRate as Percent,
  term: 24,
  status: 'open',
  propertyType: null,
  purpose: null,
  summary: null,
  imageUrl: null,
  coverUrl: null,
  ltv: null,
  originationFee: null,
  interestReserve: null,
  propertyOccupancy: null,
  asIsValue: null,
  asCompleteValue: null,
  createdAt: '2025-01-01T00:00:00.000Z',
  committedPercentage: wholePercent(0),
  softPercentage: wholePercent(0),
  committedAmount: '0.00' as Money,
})

let made = 0
function commitment(
  on: Commitment['loan'],
  amount: string,
  more: Partial<Commitment> = {},
): Commitment {
  made += 1
  return {
    id: `commitment-${made}`,
    loanId: on.id,
    lenderId: 'lender',
    percentage: wholePercent(10),
    amount: amount as Money,
    isSoftCommit: 'false',
    isOnBehalf: 'false',
    status: 'active',
    createdAt: '2025-01-05T15:04:00.000Z',
    loanAmount: on.amount,
    interestRate: on.interestRate,
    term: on.term,
    loan: on,
    ...more,
  }
}

const harbor = loan('harbor', '7.25')
const foundry = loan('foundry', '9.00')

test('sums binding amounts and soft interest separately, to the cent', () => {
  const portfolio = summarize([
    commitment(harbor, '100000.10'),
    commitment(foundry, '0.20'),
    commitment(foundry, '250000.00', { isSoftCommit: 'true' }),
  ])
  expect(portfolio).toMatchObject({ binding: '100000.30', soft: '250000.00' })
})

test('counts a loan with two commitments once, in the number and in the mean rate', () => {
  const portfolio = summarize([
    commitment(harbor, '1.00'),
    commitment(harbor, '1.00', { isSoftCommit: 'true' }),
    commitment(foundry, '1.00'),
  ])
  // (7.25 + 9.00) / 2 = 8.125, half up
  expect(portfolio).toMatchObject({ activeLoans: 2, averageRate: '8.13' })
})

test('ignores withdrawn and released commitments', () => {
  const portfolio = summarize([
    commitment(harbor, '1.00', { status: 'released' }),
    commitment(foundry, '1.00', { status: 'withdrawn', isSoftCommit: 'true' }),
  ])
  expect(portfolio).toEqual({ binding: '0.00', soft: '0.00', activeLoans: 0, averageRate: null })
})

test('leaves out a commitment whose loan is missing', () => {
  const kept = commitment(harbor, '1.00')
  // A malformed answer, which the type does not allow.
  const broken = { ...kept, loan: null } as unknown as Commitment
  expect(withLoan([broken, kept])).toEqual([kept])
})
