/** Compares the allocation on the screen with another one: who gains, and who loses. */
import {
  compareFigures,
  formatShare,
  isAboveZero,
  subtractPercent,
  sumPercent,
  zeroPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'

export interface ComparedShares {
  lenders: readonly { firmId: string; share: Percent; amount: Money }[]
  hold: { share: Percent; amount: Money }
}

/** The difference of each lender's share, by firm. Lenders of one allocation alone count with 0 in the other. */
export function changesOf(shown: ComparedShares, other: ComparedShares): Map<string, Percent> {
  const before = new Map(other.lenders.map(({ firmId, share }) => [firmId, share]))
  return new Map(
    shown.lenders.map(({ firmId, share }) => [
      firmId,
      subtractPercent(share, before.get(firmId) ?? zeroPercent),
    ]),
  )
}

/** Describes the changes, such as "2 lenders gain 3.5%, 1 lender loses 4.5%, and you keep 1% more." */
export function describeChanges(shown: ComparedShares, other: ComparedShares): string {
  const changes = [...changesOf(shown, other).values()]
  const gains = changes.filter(isAboveZero)
  const losses = changes.map(negated).filter(isAboveZero)
  const hold = subtractPercent(shown.hold.share, other.hold.share)
  if (gains.length === 0 && losses.length === 0 && isZero(hold)) return 'nobody gains or loses.'
  const parts = [
    ...describeSide(gains, ['gains', 'gain']),
    ...describeSide(losses, ['loses', 'lose']),
    describeHold(hold),
  ]
  return `${new Intl.ListFormat('en').format(parts)}.`
}

const negated = (change: Percent) => subtractPercent(zeroPercent, change)
const isZero = (change: Percent) => compareFigures(change, zeroPercent) === 0

function describeSide(changes: readonly Percent[], [one, many]: [string, string]): string[] {
  if (changes.length === 0) return []
  const sum = formatShare(sumPercent(changes))
  return [
    changes.length === 1 ? `1 lender ${one} ${sum}` : `${changes.length} lenders ${many} ${sum}`,
  ]
}

function describeHold(change: Percent): string {
  if (isZero(change)) return 'you keep the same'
  return isAboveZero(change)
    ? `you keep ${formatShare(change)} more`
    : `you keep ${formatShare(negated(change))} less`
}

/** Formats a change as "+1.25%", "−0.5%" or "0%". */
export const formatChangedShare = (change: Percent): string =>
  `${isAboveZero(change) ? '+' : ''}${formatShare(change)}`
