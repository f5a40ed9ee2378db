/** Describes the effect of a commitment before it is confirmed. */
import type { Loan } from '#contract/loans/shapes.ts'
import { exactRate, type LoanRates } from '#domain/loans/credit/note-rate.ts'
import type { FullTerms } from '#domain/loans/credit/terms.ts'
import {
  formatCents,
  formatExactRate,
  formatShare,
  isAboveZero,
  shareAmount,
  sumPercent,
  yearlyInterest,
  type Money,
  type Percent,
} from '#domain/money.ts'
import type { ShareAfter } from '#domain/position/concentration-after.ts'

export interface Effected {
  isSoft: boolean
  amount: Money
  percentage: Percent
  /** The lender's name, or null if the message addresses the lender as "you". */
  lenderName?: string | null
}

/** Returns text such as "Binding: $1,425,000.00 (10%)." or "Indication, not binding: $712,500.00 (5%)." */
export function describeEffect({
  isSoft,
  amount,
  percentage,
  lenderName = null,
}: Effected): string {
  const kind = isSoft ? 'Indication' : 'Binding'
  const whose = lenderName === null ? kind : `${kind} for ${lenderName}`
  return `${whose}${isSoft ? ', not binding' : ''}: ${formatCents(amount)} (${formatShare(percentage)}).`
}

export interface Shares {
  binding: Percent
  soft: Percent
}

/** Returns text such as "10% binding and 5% soft". Shares of zero are omitted. */
const describeShares = ({ binding, soft }: Shares): string =>
  [
    { share: binding, kind: 'binding' },
    { share: soft, kind: 'soft' },
  ]
    .filter(({ share }) => isAboveZero(share))
    .map(({ share, kind }) => `${formatShare(share)} ${kind}`)
    .join(' and ')

/** Describes a lender's total after a commitment is added. Returns null if the lender has no other commitment. */
export function describeSum(
  held: Shares,
  { isSoft, percentage, lenderName = null }: Omit<Effected, 'amount'>,
): string | null {
  if (describeShares(held) === '') return null
  return describeHoldAfter(held, { isSoft, percentage, lenderName })
}

/** Returns a sentence such as "After this you hold 10% binding and 5% soft." */
export function describeHoldAfter(
  { binding, soft }: Shares,
  { isSoft, percentage, lenderName = null }: Omit<Effected, 'amount'>,
): string {
  const sum = isSoft
    ? { binding, soft: sumPercent([soft, percentage]) }
    : { binding: sumPercent([binding, percentage]), soft }
  return `After this ${lenderName === null ? 'you hold' : `${lenderName} holds`} ${describeShares(sum) || 'nothing in this loan'}.`
}

type YearlyInterestLoan = LoanRates & Pick<Loan, 'isTermsPending' | 'rateType'>

/**
 * Returns text such as "$116,137.50 a year at the note rate, gross." A floating rate is today's. While other terms are
 * proposed, the text names the rate, because another one might take effect.
 */
export function describeYearlyInterest(loan: YearlyInterestLoan, amount: Money): string {
  const rate = exactRate(loan)
  const isPending = loan.isTermsPending === 'true'
  const figure = isPending ? ` of ${formatExactRate(rate)}` : ''
  const at =
    loan.rateType === 'Floating'
      ? `today's rate${figure}, floating`
      : isPending
        ? `today's note rate${figure}`
        : 'the note rate'
  return `${formatCents(yearlyInterest([{ amount, rate }]))} a year at ${at}, gross.`
}

type TermsChange = Record<'previous' | 'proposed', FullTerms> | null | undefined

/** Returns text such as "$3,300,000.00 on the new terms." Returns null if the amount of the share stays the same. */
export function describeNewAmount(change: TermsChange, percentage: Percent): string | null {
  if (!change || change.previous.amount === change.proposed.amount) return null
  return `${formatCents(shareAmount(change.proposed.amount, percentage))} on the new terms.`
}

/**
 * Returns text such as "$115,342.50 → $118,755.00 a year, gross." for a lender that knows the proposed terms. Without
 * them, the interest is that of the present terms.
 */
export function describeInterest(
  loan: YearlyInterestLoan,
  change: TermsChange,
  { percentage, amount }: Pick<Effected, 'percentage' | 'amount'>,
): string {
  if (!change) return describeYearlyInterest(loan, amount)
  const [before, after] = [change.previous, change.proposed].map((terms) =>
    formatCents(
      yearlyInterest([{ amount: shareAmount(terms.amount, percentage), rate: exactRate(terms) }]),
    ),
  )
  return `${before} → ${after} a year, gross.`
}

/** Returns text such as "Your binding book: RI 0% → 18.7%, Mixed Use 0% → 18.7%." Returns null for an empty list. */
export function describeConcentration(shares: readonly ShareAfter[]): string | null {
  if (shares.length === 0) return null
  const parts = shares.map(
    ({ name, before, after }) => `${name} ${formatShare(before)} → ${formatShare(after)}`,
  )
  return `Your binding book: ${parts.join(', ')}.`
}
