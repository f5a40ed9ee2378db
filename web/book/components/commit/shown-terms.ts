/** The loan terms that a dialog shows for confirmation, and changes to them since it opened. */
import type { Loan } from '#contract/loans/shapes.ts'
import { exactRate, type LoanRates } from '#domain/loans/credit/note-rate.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatDollars, formatExactRate, shareAmount, type Percent } from '#domain/money.ts'

/** Returns the displayed terms to send with a commitment so that no lender is bound to other terms. */
export const shownTerms = (
  loan: Pick<Loan, 'amount' | 'interestRate' | 'noteRate' | 'term'>,
  share: Percent,
) => ({ ...shownRates(loan), amount: shareAmount(loan.amount, share), term: loan.term })

export const shownRates = (loan: LoanRates) => ({
  interestRate: loan.interestRate,
  noteRate: exactRate(loan),
})

export interface Shown extends Pick<Loan, 'amount' | 'interestRate' | 'noteRate' | 'term'> {
  /** A whole percentage. Omitted if the user can't choose a share in the dialog. */
  available?: number
}

/** Describes each concurrent change in a sentence. The selected share stays selected as long as it is available. */
export function sinceOpened(before: Shown, now: Shown): string[] {
  const changes: string[] = []
  const note = (name: string, was: string, is: string) => {
    if (was !== is) changes.push(`${name} is ${is} now; it was ${was} when you opened this.`)
  }
  note('The loan', formatDollars(before.amount), formatDollars(now.amount))
  note('The rate', formatExactRate(exactRate(before)), formatExactRate(exactRate(now)))
  note('The term', formatTerm(before.term), formatTerm(now.term))
  const [left, was] = [now.available ?? 0, before.available ?? 0]
  if (left < was)
    changes.push(`Less is available now: ${left}%, down from ${was}% when you opened this.`)
  if (left > was)
    changes.push(`More is available now: ${left}%, up from ${was}% when you opened this.`)
  return changes
}
