/** The effect of a commitment in words, before it is confirmed. */
import {
  formatCents,
  formatShare,
  isAboveZero,
  sumPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'

export interface Effected {
  isSoft: boolean
  amount: Money
  percentage: Percent
  /** Null when the text addresses the lender. */
  lenderName?: string | null
}

/** "Binding: $1,425,000.00 (10%)." or "Indication, not binding: $712,500.00 (5%)." */
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

/** "10% binding and 5% soft"; nothing for nothing. */
const describeShares = ({ binding, soft }: Shares): string =>
  [
    { share: binding, kind: 'binding' },
    { share: soft, kind: 'soft' },
  ]
    .filter(({ share }) => isAboveZero(share))
    .map(({ share, kind }) => `${formatShare(share)} ${kind}`)
    .join(' and ')

/** What a lender who holds something already will hold with another line; null without a first one. */
export function describeSum(
  held: Shares,
  { isSoft, percentage, lenderName = null }: Omit<Effected, 'amount'>,
): string | null {
  if (describeShares(held) === '') return null
  return describeHoldAfter(held, { isSoft, percentage, lenderName })
}

/** What a lender with these shares will hold with another line: "After this you hold 10% binding and 5% soft." */
export function describeHoldAfter(
  { binding, soft }: Shares,
  { isSoft, percentage, lenderName = null }: Omit<Effected, 'amount'>,
): string {
  const sum = isSoft
    ? { binding, soft: sumPercent([soft, percentage]) }
    : { binding: sumPercent([binding, percentage]), soft }
  return `After this ${lenderName === null ? 'you hold' : `${lenderName} holds`} ${describeShares(sum)}.`
}
