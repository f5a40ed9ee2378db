import type { Loan } from '#contract/loans/shapes.ts'
import { compareFigures, formatShare } from '#domain/money.ts'

/** Describes what one lender can hold of a loan, such as "Between 5% and 25% for one lender.", or null without limits. */
export function describeLimits({
  minShare,
  maxShare,
}: Pick<Loan, 'minShare' | 'maxShare'>): string | null {
  if (minShare === null)
    return maxShare === null ? null : `At most ${formatShare(maxShare)} for one lender.`
  if (maxShare === null) return `At least ${formatShare(minShare)} for one lender.`
  return compareFigures(minShare, maxShare) === 0
    ? `Exactly ${formatShare(minShare)} for one lender.`
    : `Between ${formatShare(minShare)} and ${formatShare(maxShare)} for one lender.`
}
