import type { BookTotals } from '#contract/book/shapes.ts'
import { formatCents, formatPart, formatShare, isAboveZero } from '#domain/money.ts'

/** Returns text such as "62% binding ($8,835,000.00). 38% ($5,415,000.00) stays uncommitted." */
export function describeFunding(totals: BookTotals['totals']): { text: string; isShort: boolean } {
  const { bindingPercentage, bindingAmount, availablePercentage, availableAmount } = totals
  const isShort = isAboveZero(availablePercentage)
  const left = [
    ...(isShort ? [`${formatPart(availablePercentage, availableAmount)} stays uncommitted`] : []),
    ...(isAboveZero(totals.softPercentage)
      ? [`${formatShare(totals.softPercentage)} soft interest can no longer become binding`]
      : []),
  ]
  const binding = `${formatShare(bindingPercentage)} binding (${formatCents(bindingAmount)}).`
  return { text: left.length > 0 ? `${binding} ${left.join('; ')}.` : binding, isShort }
}
