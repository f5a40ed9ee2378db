import type { Deal } from '#contract/deal/shapes.ts'
import { formatMoment } from '#domain/days.ts'
import { isPastDeadline } from '#domain/loans/dates/book-stages.ts'
import { formatPart, isAboveZero } from '#domain/money.ts'
import { countLenders } from '#web/deal/components/count-lenders.ts'
import { describeBound } from '#web/deal/components/describe-bound.ts'

/**
 * Describes what becomes of the offers of a round that is ended.
 * @param waiting The number of lenders that haven't answered.
 * @param isOver True if the time to answer is over.
 */
export function describeEnd(waiting: number, isOver: boolean): string {
  const kept = 'Accepted shares are binding and stay.'
  if (waiting === 0) return kept
  const isOne = waiting === 1
  const who = `${countLenders(waiting)} ${isOne ? "hasn't" : "haven't"} answered`
  if (isOver)
    return `${who} in time, so ${isOne ? 'its soft share ends' : 'their soft shares end'}. ${kept}`
  const then = isOne
    ? 'Its offer is recalled, and its soft share stays as it was.'
    : 'Their offers are recalled, and their soft shares stay as they were.'
  return `${who} yet. ${then} ${kept}`
}

/** Describes the book once no round runs: what is left, and whether lenders can commit to it. */
export function describeBookAfter(
  { totals, settings }: Pick<Deal, 'totals' | 'settings'>,
  now: Date,
): string {
  const bound = describeBound(totals)
  if (!isAboveZero(totals.availablePercentage)) return `${bound}, and nothing is left.`
  const left = `${bound}, ${formatPart(totals.availablePercentage, totals.availableAmount)} is left`
  const { commitmentDeadline } = settings
  if (isPastDeadline(settings, now))
    return `${left}, and lenders can't commit, because the commitment deadline has passed.`
  const until = commitmentDeadline === null ? '' : ` until ${formatMoment(commitmentDeadline)}`
  return `${left}, and lenders can commit again${until}.`
}
