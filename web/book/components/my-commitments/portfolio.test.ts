import type { Commitment } from '#contract/book/commitments.ts'
import { wholePercent, zeroMoney } from '#domain/money.ts'
import { bareLoan } from '#test/support/bare-loan.ts'
import { spec } from '#test/support/requirements.ts'
import { expect, test } from 'vitest'
import { withLoan } from './portfolio.ts'

const kept: Commitment = {
  id: 'commitment',
  loanId: bareLoan.id,
  lenderId: 'lender',
  firmId: 'firm',
  madeBy: null,
  percentage: wholePercent(10),
  amount: zeroMoney,
  isSoftCommit: 'false',
  isOnBehalf: 'false',
  status: 'active',
  createdAt: '2025-01-05T15:04:00.000Z',
  loanAmount: bareLoan.amount,
  interestRate: bareLoan.interestRate,
  term: bareLoan.term,
  can: [],
  loan: bareLoan,
}

test('omits a commitment without a loan from the portfolio', () => {
  spec('2.9.5')
  // The type doesn't allow a commitment without a loan.
  const broken = { ...kept, loan: null } as unknown as Commitment
  expect(withLoan([broken, kept])).toEqual([kept])
})
