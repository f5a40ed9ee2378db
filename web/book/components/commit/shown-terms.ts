/** The terms that a dialog shows of a loan: what is confirmed by them, and what changed since it was opened. */
import type { Loan } from '#contract/loans/shapes.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatDollars, formatRate, shareAmount, type Percent } from '#domain/money.ts'

/** What is sent with a commitment, so that nobody is bound to terms that were not on the screen. */
export const shownTerms = (
  { amount, interestRate, term }: Pick<Loan, 'amount' | 'interestRate' | 'term'>,
  share: Percent,
) => ({ amount: shareAmount(amount, share), interestRate, term })

/** What a dialog showed when it was opened, or shows now. */
export interface Shown extends Pick<Loan, 'amount' | 'interestRate' | 'term'> {
  /** In whole percent, where a share is chosen. */
  available?: number
}

/** What others have changed meanwhile, in a sentence each. What was chosen stays, as far as it is available. */
export function sinceOpened(before: Shown, now: Shown): string[] {
  const changes: string[] = []
  const note = (name: string, was: string, is: string) => {
    if (was !== is) changes.push(`${name} is ${is} now; it was ${was} when you opened this.`)
  }
  note('The loan', formatDollars(before.amount), formatDollars(now.amount))
  note('The rate', formatRate(before.interestRate), formatRate(now.interestRate))
  note('The term', formatTerm(before.term), formatTerm(now.term))
  const [left, was] = [now.available ?? 0, before.available ?? 0]
  if (left < was)
    changes.push(`Less is available now: ${left}%, down from ${was}% when you opened this.`)
  if (left > was)
    changes.push(`More is available now: ${left}%, up from ${was}% when you opened this.`)
  return changes
}
