import { clampShare, defaultShare } from '#domain/book/commitments.ts'
import {
  compareFigures,
  formatCents,
  formatDollars,
  shareAmount,
  wholePercent,
  type Money,
} from '#domain/money.ts'

/**
 * Explains why a typed percentage was adjusted. Null if it is valid as typed, including when more became available
 * after `share` was chosen.
 */
export function describeCutShare(typed: string, available: number, share: number): string | null {
  if (share !== clampShare(Number(typed), available)) return null
  if (Number(typed) > available)
    return `Only ${available}% is left; your ${typed}% became ${share}%.`
  return Number.isInteger(Number(typed)) || share === 0
    ? null
    : `Whole percentages only: your ${typed}% became ${share}%.`
}

/** Explains why a typed amount corresponds to no whole percentage. */
export function describeNoShare(loanAmount: Money, wanted: Money, available: number): string {
  const amountOf = (share: number) => shareAmount(loanAmount, wholePercent(share))
  if (compareFigures(wanted, amountOf(available)) > 0)
    return `Only ${formatCents(amountOf(available))} (${available}%) is available.`
  if (compareFigures(wanted, amountOf(1)) < 0)
    return `The smallest share is 1% = ${formatCents(amountOf(1))}.`
  return `Shares are whole percentages: choose one near ${formatCents(wanted)}.`
}

export function exampleAmount(loanAmount: Money, available: number): string {
  const share = clampShare(defaultShare, available) || 1
  return formatDollars(shareAmount(loanAmount, wholePercent(share))).slice(1)
}
