import type { Deal } from '#contract/deal/shapes.ts'
import { formatShare, isAboveZero, type Percent } from '#domain/money.ts'

/** Returns text such as " (including your hold of 20%)", or "" without a hold. */
export const includingHold = ({ holdPercentage }: { holdPercentage: Percent }): string =>
  isAboveZero(holdPercentage) ? ` (including your hold of ${formatShare(holdPercentage)})` : ''

/** Returns text such as "89.88% is bound (including your hold of 20%)". */
export const describeBound = (
  totals: Pick<Deal['totals'], 'bindingPercentage' | 'holdPercentage'>,
): string => `${formatShare(totals.bindingPercentage)} is bound${includingHold(totals)}`
