import { exactRate, type LoanRates } from '#domain/loans/credit/note-rate.ts'
import { refusalOfLoanAction } from '#domain/loans/statuses.ts'
import {
  availablePercent,
  compareFigures,
  formatShare,
  isAboveZero,
  isSameRate,
  sumPercent,
  withinOneCent,
  type Money,
  type Percent,
  type Rate,
} from '#domain/money.ts'
import { refusalOfCommitmentAction, softLimitReason, type CommitmentAction } from './commitments.ts'
import type { StageCode } from './deal/stage-refusals.ts'
import { isActive, type Book, type Line, type LoanOfBook } from './lines.ts'

export interface ActRefusal {
  code:
    | 'loan_funded'
    | 'not_allowed_now'
    | 'not_enough_available'
    | 'soft_limit'
    | 'above_maximum'
    | 'below_minimum'
    | 'terms_changed'
    | StageCode
  message: string
}

export function refusalOfStatus({ status }: LoanOfBook): ActRefusal | null {
  const message = refusalOfLoanAction('commit', status)
  return message === null ? null : { code: 'loan_funded', message }
}

export function refusalOfRoom(loan: LoanOfBook, share: Percent): ActRefusal | null {
  const available = availablePercent(loan.committedPercentage)
  if (compareFigures(share, available) <= 0) return null
  const message = isAboveZero(available)
    ? `Only ${formatShare(available)} of this loan is still available`
    : 'This loan is fully committed: 0% is available'
  return { code: 'not_enough_available', message }
}

/** @param name The lender's name, or null if the message is addressed to the lender. */
export function refusalOfSoftRoom(
  { lines }: Book,
  firmId: string,
  added: Percent,
  name: string | null,
): ActRefusal | null {
  const own = lines.filter((line) => line.firmId === firmId && line.isSoft && isActive(line))
  const held = sumPercent(own.map(({ percentage }) => percentage))
  const message = softLimitReason(name, held, added)
  return message === null ? null : { code: 'soft_limit', message }
}

/** The terms that the screen showed. Omitted terms aren't compared. */
export interface ShownTerms {
  /** The amount of the commitment, not of the loan. */
  amount?: Money | undefined
  interestRate?: Percent | undefined
  /** The exact rate. Two exact rates can round to the same interest rate. */
  noteRate?: Rate | undefined
  term?: number | undefined
}

/** Ensures that lenders don't commit to terms that the screen didn't show. A difference of one cent is allowed. */
export function refusalOfTerms(
  shown: ShownTerms,
  terms: LoanRates & { amount: Money; term: number },
): ActRefusal | null {
  const isShown =
    withinOneCent(shown.amount ?? terms.amount, terms.amount) &&
    compareFigures(shown.interestRate ?? terms.interestRate, terms.interestRate) === 0 &&
    isSameRate(shown.noteRate ?? exactRate(terms), exactRate(terms)) &&
    (shown.term ?? terms.term) === terms.term
  return isShown
    ? null
    : { code: 'terms_changed', message: "The loan's terms have changed; please review them" }
}

/** The hold has its own act, so that its lines stay one. */
export const refusalOfHold = ({ isHold }: Line): ActRefusal | null =>
  isHold
    ? { code: 'not_allowed_now', message: "This is the originator's hold. Change the hold instead" }
    : null

export function refusalOfAction(
  action: CommitmentAction,
  { status, isSoft }: Line,
  loan: LoanOfBook,
): ActRefusal | null {
  const message = refusalOfCommitmentAction(action, { status, isSoft, loanStatus: loan.status })
  return message === null ? null : { code: 'not_allowed_now', message }
}
