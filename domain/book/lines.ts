/** The rows of a loan's book, and the loan fields used by actions on the book. */
import type { BookState } from '#domain/loans/dates/book-stages.ts'
import type { LoanStatus } from '#domain/loans/statuses.ts'
import type { Money, Percent, Rate } from '#domain/money.ts'
import type { CommitmentEnd, CommitmentStatus } from './commitments.ts'

/**
 * The loan's terms when the commitment was made or last changed. Later changes to the loan affect only soft
 * commitments.
 */
export interface LineTerms {
  loanAmount: Money
  interestRate: Percent
  /** The term in months. */
  term: number
}

/** A stored commitment. Times are in ISO 8601, in UTC, with microseconds. */
export interface Line extends LineTerms {
  id: string
  loanId: string
  /** The person who made the commitment. */
  lenderId: string
  /** The firm that holds the commitment. */
  firmId: string
  isSoft: boolean
  /** True for a share that the originator keeps. Its firm is that of the originator. */
  isHold: boolean
  percentage: Percent
  amount: Money
  status: CommitmentStatus
  createdAt: string
  /** The time when the lender last raised its share, or null if it never did. */
  standingSince: string | null
  recordedBy: string | null
  endedAt: string | null
  /** The reason why the commitment lapsed. */
  endReason: CommitmentEnd | null
  releasedBy: string | null
  releaseReason: string | null
  /**
   * The administrator who carried out the lender's instruction, or null once the lender acts. Without an instruction,
   * the administrator who withdrew the commitment by deactivating the account.
   */
  actedBy: string | null
  instructedBy: string | null
  instructedOn: string | null
}

export interface LoanTerms {
  amount: Money
  interestRate: Percent
  /** The term in months. */
  term: number
}

export interface LoanOfBook extends LoanTerms, BookState {
  id: string
  title: string
  status: LoanStatus
  committedPercentage: Percent
  committedAmount: Money
  softPercentage: Percent
  /** The part of the committed share that the originator keeps. */
  holdPercentage: Percent
  /** The least and the most that one lender can hold. */
  minShare: Percent | null
  maxShare: Percent | null
  /** The exact note rate, or null if it equals the interest rate. */
  noteRate: Rate | null
}

/** An offer of the running round that awaits its firm's answer. */
export interface OpenOffer {
  id: string
  firmId: string
  /** The share and amount that accepting binds. */
  added: Percent
  addedAmount: Money
}

/** A loan and its active commitments, oldest first. */
export interface Book<Loan extends LoanOfBook = LoanOfBook> {
  loan: Loan
  lines: readonly Line[]
  openOffers?: readonly OpenOffer[]
}

export const termsOf = ({ amount, interestRate, term }: LoanTerms): LineTerms => ({
  loanAmount: amount,
  interestRate,
  term,
})

export const isBinding = ({ isSoft }: Pick<Line, 'isSoft'>) => !isSoft
export const isActive = ({ status }: Pick<Line, 'status'>) => status === 'active'
