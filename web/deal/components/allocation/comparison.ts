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

/** Describes the changes, such as "3 lenders gain 3.5%, Alder Bank loses 4.5%, and you keep 1% more." */
export function describeChanges(
  shown: ComparedShares,
  other: ComparedShares,
  nameOf: (firmId: string) => string,
): string {
  const changes = [...changesOf(shown, other)].map(([id, change]) => ({ name: nameOf(id), change }))
  const gains = changes.filter(({ change }) => isAboveZero(change))
  const losses = changes
    .map(({ name, change }) => ({ name, change: negated(change) }))
    .filter(({ change }) => isAboveZero(change))
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

interface NamedChange {
  name: string
  change: Percent
}

function describeSide(changes: readonly NamedChange[], [one, many]: [string, string]): string[] {
  if (changes.length === 0) return []
  const sum = formatShare(sumPercent(changes.map(({ change }) => change)))
  const who =
    changes.length > 2 ? `${changes.length} lenders` : changes.map(({ name }) => name).join(' and ')
  return [`${who} ${changes.length === 1 ? one : many} ${sum}`]
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
