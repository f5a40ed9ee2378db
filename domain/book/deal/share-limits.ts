/** The least and the most that one lender can hold of a loan, if the originator has set them. */
import {
  availablePercent,
  compareFigures,
  formatShare,
  isAboveZero,
  percentNumber,
  subtractPercent,
  sumPercent,
  wholePercent,
  zeroPercent,
  type Percent,
} from '#domain/money.ts'
import { isActive, type Book, type LoanOfBook } from '#domain/book/lines.ts'
import type { ActRefusal } from '#domain/book/refusals.ts'

/**
 * The whole percents that fit the limits of one lender beside its other active shares. `least` is above `most` if none
 * fits.
 */
export function fittingShares(
  { minShare, maxShare }: Pick<LoanOfBook, 'minShare' | 'maxShare'>,
  { others, available }: { others: Percent; available: number },
): { least: number; most: number } {
  const room = maxShare === null ? null : subtractPercent(maxShare, others)
  const most = room === null ? available : Math.min(available, Math.max(0, percentNumber(room)))
  const missing = minShare === null ? zeroPercent : subtractPercent(minShare, others)
  // A smaller share than the minimum fits if it takes everything that is available.
  return { least: Math.max(1, Math.min(available, roundUp(missing))), most }
}

function roundUp(share: Percent): number {
  const whole = percentNumber(share)
  return compareFigures(wholePercent(whole), share) < 0 ? whole + 1 : whole
}

interface Wanted {
  firmId: string
  /** The commitment's share after the act. */
  percentage: Percent
  /** The commitment that the act raises, or null for a new one. */
  lineId: string | null
  /** The lender's name, or null if the message is addressed to the lender. */
  name: string | null
}

/**
 * Compares a lender's active shares, binding and soft, with the limits. A smaller share than the minimum is accepted if
 * it takes all whole percents that are available.
 */
export function refusalOfLimits(
  { loan, lines }: Book,
  { firmId, percentage, lineId, name }: Wanted,
): ActRefusal | null {
  if (loan.minShare === null && loan.maxShare === null) return null
  const own = lines.filter((line) => line.firmId === firmId && isActive(line))
  const others = sumPercent(own.filter(({ id }) => id !== lineId).map((line) => line.percentage))
  const held = sumPercent(own.map((line) => line.percentage))
  const position = sumPercent([others, percentage])
  if (loan.maxShare !== null && compareFigures(position, loan.maxShare) > 0)
    return { code: 'above_maximum', message: tooMuch(loan.maxShare, held, name) }
  if (loan.minShare === null || compareFigures(position, loan.minShare) >= 0) return null
  return takesTheRest(loan, percentage)
    ? null
    : {
        code: 'below_minimum',
        message: `This loan takes shares of at least ${formatShare(loan.minShare)}`,
      }
}

function tooMuch(maximum: Percent, held: Percent, name: string | null): string {
  const limit = `This loan takes at most ${formatShare(maximum)} of one lender`
  if (!isAboveZero(held)) return limit
  return `${limit}; ${name === null ? 'you hold' : `${name} holds`} ${formatShare(held)} already`
}

const takesTheRest = ({ committedPercentage }: LoanOfBook, percentage: Percent): boolean =>
  compareFigures(percentage, wholePercent(percentNumber(availablePercent(committedPercentage)))) >=
  0
