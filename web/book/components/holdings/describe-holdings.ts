import type { BookHolder } from '#contract/book/shapes.ts'
import { formatPart, isAboveZero } from '#domain/money.ts'
import type { Holdings } from './holdings.ts'

/** `lenderName` is null if the message addresses the lender as "you". */
export function describeHoldings(lenderName: string | null, held: Holdings): string {
  const parts = describeParts(held)
  const [who, hold] = lenderName === null ? ['You', 'hold'] : [lenderName, 'holds']
  return parts === ''
    ? `${who} ${hold} nothing in this loan yet.`
    : `${who} already ${hold} ${parts}.`
}

/** Returns text such as "10% ($250,000.00) binding and 5% ($125,000.00) soft". Returns an empty text for nothing. */
export const describeParts = ({ binding, soft }: Holdings): string =>
  [
    { holding: binding, kind: 'binding' },
    { holding: soft, kind: 'soft' },
  ]
    .flatMap(({ holding, kind }) =>
      holding && isAboveZero(holding.share)
        ? [`${formatPart(holding.share, holding.amount)} ${kind}`]
        : [],
    )
    .join(' and ')

export const holdingsOf = (holder: BookHolder | undefined): Holdings =>
  holder
    ? {
        binding: { share: holder.bindingPercentage, amount: holder.bindingAmount },
        soft: { share: holder.softPercentage, amount: holder.softAmount },
      }
    : { binding: null, soft: null }

export const estimateNote =
  "A hatched maturity is an estimate: as if a loan that isn't funded closed on its planned closing date, or today."
