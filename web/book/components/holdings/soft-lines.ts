/** Determines which soft commitments can be made binding now, and why the others can't. */
import type { Commitment } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { formatShortDay, formatShortMoment } from '#domain/days.ts'
import { isPastDeadline, mayBeDecidedLate } from '#domain/loans/dates/book-stages.ts'
import { availablePercent, compareFigures, formatShare, percentNumber } from '#domain/money.ts'
import { dayAt } from '#domain/time-zone.ts'

type Line = Pick<Commitment, 'percentage' | 'can'>
type Taken = Pick<Loan, 'committedPercentage'>

export function softLines<Own extends Line>(
  lines: readonly Own[],
  loan: Taken,
): { fitting: Own[]; short: Own[] } {
  const soft = lines.filter(({ can }) => can.includes('makeBinding'))
  return {
    fitting: soft.filter((line) => !isMoreThanLeft(line, loan)),
    short: soft.filter((line) => isMoreThanLeft(line, loan)),
  }
}

/**
 * Returns the reason why a commitment can't be made binding now, or null if it can. `what` names the share to reduce if
 * the message would otherwise be ambiguous.
 */
export function shortageOf(
  line: Pick<Line, 'percentage'>,
  loan: Taken,
  what = 'your share',
): string | null {
  if (!isMoreThanLeft(line, loan)) return null
  const left = availablePercent(loan.committedPercentage)
  return percentNumber(left) < 1
    ? 'Binding commitments have taken the whole loan.'
    : `Only ${formatShare(left)} is left: lower ${what} to make it binding.`
}

/** True for a soft commitment that can be made binding when the loan's proposed terms are decided before the deadline. */
export const awaitsTerms = ({
  isSoftCommit,
  loan,
}: Pick<Commitment, 'isSoftCommit'> & {
  loan: Pick<Loan, 'isTermsPending' | 'commitmentDeadline'>
}) => isSoftCommit === 'true' && loan.isTermsPending === 'true' && !isPastDeadline(loan, new Date())

/** Returns a sentence without its period. */
export function boundOnceDecided(
  loan: Pick<Loan, 'commitmentDeadline' | 'isTermsPending' | 'termsRespondBy'>,
): string {
  const { commitmentDeadline } = loan
  if (commitmentDeadline === null) return 'Can be bound once the new terms are decided'
  return mayBeDecidedLate(loan)
    ? `The new terms may be decided after the deadline of ${formatShortDay(dayAt(new Date(commitmentDeadline)))}`
    : `Can be bound once the new terms are decided, until ${formatShortMoment(commitmentDeadline)}`
}

export const isMoreThanLeft = ({ percentage }: Pick<Line, 'percentage'>, loan: Taken) =>
  compareFigures(percentage, availablePercent(loan.committedPercentage)) > 0
