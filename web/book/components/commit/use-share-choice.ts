import type { Loan } from '#contract/loans/shapes.ts'
import { clampShare, defaultShare } from '#domain/book/commitments.ts'
import { fittingShares } from '#domain/book/deal/share-limits.ts'
import { nearestShares } from '#domain/position/nearest-shares.ts'
import {
  shareAmount,
  wholePercent,
  compareFigures,
  formatCents,
  formatDollars,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { parseTypedAmount } from '#domain/parse-typed-money.ts'
import { availableShare } from '#web/loans/components/loan-availability.ts'
import { useState } from 'react'
import { describeLimits } from './describe-limits.ts'

export type ChosenShare = ReturnType<typeof useShareChoice>

/**
 * @param others The lender's other active shares, which count toward the limits of one lender. Null for an administrator's
 *   dialog, which leaves the limits to the server.
 */
export function useShareChoice(
  loan: Loan,
  { initial, others }: { initial?: number | undefined; others: Percent | null },
) {
  const available = availableShare(loan)
  const range =
    others === null ? { least: 1, most: available } : fittingShares(loan, { others, available })
  const [chosen, setChosen] = useState<number | null>(() =>
    clampShare(initial ?? Math.max(defaultShare, range.least), available),
  )
  const [typedShare, setTypedShare] = useState<string | null>(null)
  // The typed amount, or null if no amount is being typed.
  const [typed, setTyped] = useState<string | null>(null)

  const amountOf = (share: number) => shareAmount(loan.amount, wholePercent(share))
  const wanted = typed === null ? null : parseTypedAmount(typed)
  const nearest = wanted === null ? [] : nearestShares(loan.amount, wanted, available)
  const exact = nearest.find((share) => amountOf(share) === wanted)
  // The available share might have shrunk since the selection.
  const share = exact ?? clampShare(chosen ?? 0, available)
  const example = exampleAmount(loan.amount, available)
  const isBlank = typed?.trim() === ''

  const choose = (next: number | null) => {
    setChosen(next)
    setTypedShare(null)
    setTyped(null)
  }
  return {
    loan,
    available,
    /** The whole percentages that fit the limits of one lender. */
    range,
    /** The selected whole percentage, possibly above the available share. Null while the field is empty. */
    chosen: exact ?? chosen,
    share,
    percentage: wholePercent(share),
    amount: amountOf(share),
    choose,
    typeShare: (text: string) => {
      // In "12,5", the comma is a decimal point.
      const plain = text.replace(',', '.')
      choose(plain === '' ? null : clampShare(Number(plain), available))
      setTypedShare(plain)
    },
    cut: typedShare === null ? null : describeCutShare(typedShare, available, share),
    typed,
    typeAmount: (text: string) => {
      setTypedShare(null)
      setTyped(text)
    },
    example,
    /** When the field loses focus, formats the typed amount if it matches a share. */
    leaveAmount: () => {
      if (exact !== undefined) choose(exact)
      else if (isBlank) setTyped(null)
    },
    offered:
      exact === undefined ? nearest.map((each) => ({ share: each, amount: amountOf(each) })) : [],
    unsettled:
      typed === null || isBlank || exact !== undefined
        ? null
        : wanted === null
          ? `Enter an amount in dollars, like ${example}.`
          : describeNoShare(loan.amount, wanted, available),
    beyondLimits: others === null || share === 0 ? null : describeBeyondLimits(loan, range, share),
  }
}

/** Explains why one lender can't hold the share, or returns null if it can. */
function describeBeyondLimits(
  limits: Pick<Loan, 'minShare' | 'maxShare'>,
  { least, most }: { least: number; most: number },
  share: number,
): string | null {
  if (share >= least && share <= most) return null
  const limit = describeLimits(limits) ?? ''
  if (least > most) return `${limit} You can't add to what you hold.`
  return `${limit} Choose ${least === most ? `${least}%` : `${least}% to ${most}%`}.`
}

/**
 * Explains why a typed percentage was adjusted. Returns null if the percentage is valid as typed, or if more has become
 * available since `share` was chosen.
 */
export function describeCutShare(typed: string, available: number, share: number): string | null {
  if (share !== clampShare(Number(typed), available)) return null
  if (Number(typed) > available)
    return `Only ${available}% is left; your ${typed}% became ${share}%.`
  return Number.isInteger(Number(typed)) || share === 0
    ? null
    : `Whole percentages only: your ${typed}% became ${share}%.`
}

/** Explains why no share equals the typed amount. */
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
