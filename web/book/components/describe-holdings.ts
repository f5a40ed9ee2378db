import type { BookHolder } from '#contract/book/shapes.ts'
import { formatCents, formatShare, isAboveZero } from '#domain/money.ts'

/** What a lender already holds of a loan, in one sentence. */
export function describeHoldings(lender: { name: string }, holder: BookHolder | undefined): string {
  const held = holder ? parts(holder).join(' and ') : ''
  return held
    ? `${lender.name} already holds ${held} in this loan.`
    : `${lender.name} holds nothing in this loan yet.`
}

const parts = (holder: BookHolder) =>
  [
    { share: holder.bindingPercentage, amount: holder.bindingAmount, kind: 'binding' },
    { share: holder.softPercentage, amount: holder.softAmount, kind: 'soft' },
  ]
    .filter(({ share }) => isAboveZero(share))
    .map(({ share, amount, kind }) => `${formatShare(share)} (${formatCents(amount)}) ${kind}`)
