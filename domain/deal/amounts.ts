/** The amounts that the book has when every lender accepts. */
import { allocateWhole, zeroMoney, zeroPercent, type Money, type Percent } from '#domain/money.ts'
import type { DealLine } from './lenders.ts'
import { shareOf, unitsOf } from './units.ts'

export interface AcceptedLine {
  id: string
  firmId: string
  /** The part that is binding after acceptance. */
  binding: Percent
  /** The part of the request that stays soft. */
  soft: Percent
  amount: Money
}

/**
 * Makes soft lines binding, oldest first, up to the share that each lender adds. The hold has the place of its oldest
 * line, or the last one if it is new.
 *
 * @param lines Oldest first.
 * @param added The units by firm. Together with the binding lines and the hold, they are the loan.
 */
export function acceptedBook(
  loanAmount: Money,
  lines: readonly DealLine[],
  added: ReadonlyMap<string, number>,
  hold: number,
): { lines: AcceptedLine[]; holdAmount: Money } {
  const left = new Map(added)
  const places = placesOf(lines).map((line) => {
    if (line === null) return { line, own: hold, binding: hold }
    const own = unitsOf(line.percentage)
    if (!line.isSoft) return { line, own, binding: own }
    const wanted = left.get(line.firmId) ?? 0
    const binding = Math.min(own, wanted)
    left.set(line.firmId, wanted - binding)
    return { line, own, binding }
  })
  const shares = places.map(({ binding }) => shareOf(binding))
  const amounts = allocateWhole(loanAmount, shares)
  return {
    lines: places.flatMap(({ line, own, binding }, index) => {
      if (line === null) return []
      return {
        id: line.id,
        firmId: line.firmId,
        binding: shares[index] ?? zeroPercent,
        soft: shareOf(own - binding),
        amount: amounts[index] ?? zeroMoney,
      }
    }),
    holdAmount: amounts[places.findIndex(({ line }) => line === null)] ?? zeroMoney,
  }
}

/** The lines of lenders, and null at the place of the hold. */
function placesOf(lines: readonly DealLine[]): (DealLine | null)[] {
  const oldestHold = lines.find(({ isHold }) => isHold)
  const kept = lines.filter((line) => !line.isHold || line === oldestHold)
  return oldestHold ? kept.map((line) => (line.isHold ? null : line)) : [...kept, null]
}
