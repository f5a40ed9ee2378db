import { compareFigures, shareAmount, wholePercent, type Money } from '#domain/money.ts'

/**
 * Returns the largest whole share worth at most the amount, and the smallest whole share worth at least the amount,
 * both from 1 to `available`. Returns a single share if the match is exact or the amount is out of range.
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
