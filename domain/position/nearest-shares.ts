/** From an amount that somebody has in mind to the shares that can be committed. */
import { compareFigures, shareAmount, wholePercent, type Money } from '#domain/money.ts'

/**
 * The whole shares nearest to an amount, from 1 to what is available: the largest that is worth at most
 * that much, and the smallest that is worth at least that much. Just one if it is worth exactly that, or
 * if the amount is below or above all of them.
 */
export function nearestShares(loanAmount: Money, wanted: Money, available: number): number[] {
  const shares = Array.from({ length: Math.max(available, 0) }, (_, index) => index + 1)
  const compare = (share: number) =>
    compareFigures(shareAmount(loanAmount, wholePercent(share)), wanted)
  const atMost = shares.findLast((share) => compare(share) <= 0)
  const atLeast = shares.find((share) => compare(share) >= 0)
  if (atLeast !== undefined && compare(atLeast) === 0) return [atLeast]
  return [atMost, atLeast].filter((share) => share !== undefined)
}
