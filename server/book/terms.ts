/** The terms of a loan that a position is based on, which it keeps when the loan's change. */
import type { Loan } from '#contract/loans/shapes.ts'
import type { Money, Percent } from '#domain/money.ts'

/** What entries and notices name of a loan. */
export type OnLoan = Pick<Loan, 'id' | 'title'>

/** The terms that a position was made on. */
export interface PositionTerms {
  loanAmount: Money
  interestRate: Percent
  /** Months. */
  term: number
}

/** The terms of a position that is made or changed now. */
export const positionTermsOf = (
  loan: Pick<Loan, 'amount' | 'interestRate' | 'term'>,
): PositionTerms => ({
  loanAmount: loan.amount,
  interestRate: loan.interestRate,
  term: loan.term,
})

/** Nothing but the terms of a position. */
export const pickTerms = ({ loanAmount, interestRate, term }: PositionTerms): PositionTerms => ({
  loanAmount,
  interestRate,
  term,
})
