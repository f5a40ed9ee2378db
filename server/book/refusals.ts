/** What a loan's book refuses, and in which words. */
import type { ShownTerms } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import {
  refusalOfCommitmentAction,
  softLimitReason,
  type CommitmentAction,
  type Position,
} from '#domain/book/commitments.ts'
import { refusalOfLoanAction } from '#domain/loans/statuses.ts'
import {
  availablePercent,
  compareFigures,
  formatShare,
  parseMoney,
  parsePercent,
  withinOneCent,
  zeroPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { conflict } from '#server/errors.ts'

/** 409 when the loan takes no commitments any more, or none of this size. */
export function requireOpen(loan: Loan, share: Percent): void {
  const refusal = refusalOfLoanAction('commit', loan.status)
  if (refusal) throw conflict(refusal, 'loan_funded')
  requireRoom(loan, share)
}

/** 409 when the share is more than what is left of the loan. */
export function requireRoom(loan: Loan, share: Percent) {
  const available = availablePercent(loan.committedPercentage)
  if (compareFigures(share, available) <= 0) return
  const left =
    compareFigures(available, zeroPercent) === 0
      ? 'This loan is fully committed: 0% is available'
      : `Only ${formatShare(available)} of this loan is still available`
  throw conflict(left, 'not_enough_available')
}

/** 409 when the share is more than the lender may still add to its soft interest in the loan. */
export function requireSoftRoom(lenderName: string | null, held: Percent, added: Percent) {
  const reason = softLimitReason(lenderName, held, added)
  if (reason) throw conflict(reason, 'soft_limit')
}

/** What a commitment is about to be made on. A loan isn't that by itself: its amount is another one. */
interface CommitmentTerms {
  commitmentAmount: Money
  interestRate: Percent
  term: number
}

/** Whether these are the terms that were shown, as far as any were. */
export function areShown(
  shown: ShownTerms,
  { commitmentAmount, interestRate, term }: CommitmentTerms,
): boolean {
  const shownAmount = shown.amount === undefined ? commitmentAmount : parseMoney(shown.amount)
  const shownRate =
    shown.interestRate === undefined ? interestRate : parsePercent(shown.interestRate)
  return (
    shownAmount !== null &&
    withinOneCent(shownAmount, commitmentAmount) &&
    shownRate !== null &&
    compareFigures(shownRate, interestRate) === 0 &&
    (shown.term ?? term) === term
  )
}

/** 409 when the loan's terms are others: nobody is bound to figures that were not shown. */
export function requireShownTerms(shown: ShownTerms, terms: CommitmentTerms): void {
  if (!areShown(shown, terms))
    throw conflict("The loan's terms have changed; please review them", 'terms_changed')
}

/** 409 when the position rules the action out. */
export function requireAction(action: CommitmentAction, position: Position): void {
  const refusal = refusalOfCommitmentAction(action, position)
  if (refusal) throw conflict(refusal, 'not_allowed_now')
}
