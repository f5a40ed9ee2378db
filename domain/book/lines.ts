/** The lines of a loan's book, and the loan as far as acts on its book depend on it. */
import type { LoanStatus } from '#domain/loans/statuses.ts'
import type { Money, Percent } from '#domain/money.ts'
import type { CommitmentStatus } from './commitments.ts'

/** The terms that a line was made or last changed on. They stay when the loan's change. */
export interface LineTerms {
  loanAmount: Money
  interestRate: Percent
  /** Months. */
  term: number
}

/** A commitment as it is stored. Times are ISO 8601 in UTC with microseconds. */
export interface Line extends LineTerms {
  id: string
  loanId: string
  lenderId: string
  isSoft: boolean
  percentage: Percent
  amount: Money
  status: CommitmentStatus
  createdAt: string
  /** The administrator who recorded it on the lender's behalf; null if the lender made it. */
  recordedBy: string | null
  /** The time of its withdrawal or release. */
  endedAt: string | null
  releasedBy: string | null
  releaseReason: string | null
  /**
   * The administrator who last acted on the lender's word, and the instruction; null once the lender acts.
   * Without an instruction: the administrator who withdrew it by deactivating the account.
   */
  actedBy: string | null
  instructedBy: string | null
  /** "2026-11-20". */
  instructedOn: string | null
}

/** A loan's amount, rate and term. */
export interface LoanTerms {
  amount: Money
  interestRate: Percent
  /** Months. */
  term: number
}

export interface LoanOfBook extends LoanTerms {
  id: string
  title: string
  status: LoanStatus
  /** Stored sums over the active lines. */
  committedPercentage: Percent
  committedAmount: Money
  softPercentage: Percent
}

/** A loan with the active lines of its book, oldest first. */
export interface Book<Loan extends LoanOfBook = LoanOfBook> {
  loan: Loan
  lines: readonly Line[]
}

/** The terms of a line that is made or changed now. */
export const termsOf = ({ amount, interestRate, term }: LoanTerms): LineTerms => ({
  loanAmount: amount,
  interestRate,
  term,
})

export const isBinding = ({ isSoft }: Pick<Line, 'isSoft'>) => !isSoft
export const isActive = ({ status }: Pick<Line, 'status'>) => status === 'active'
