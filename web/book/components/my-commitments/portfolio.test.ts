import type { Commitment } from '#contract/book/commitments.ts'
import { wholePercent, type Money, type Percent } from '#domain/money.ts'
import { expect, test } from 'vitest'
import { withLoan } from './portfolio.ts'

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

test('leaves out a commitment whose loan is missing', () => {
  const kept = commitment(harbor, '1.00')
  // A malformed answer, which the type does not allow.
  const broken = { ...kept, loan: null } as unknown as Commitment
  expect(withLoan([broken, kept])).toEqual([kept])
})
