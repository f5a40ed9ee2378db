/** The reasons that lenders can give for passing on a loan. */
export const passReasons = ['rate', 'leverage', 'market', 'size', 'timing', 'other'] as const
export type PassReason = (typeof passReasons)[number]

export const passReasonLabels: Record<PassReason, string> = {
  rate: 'Rate',
  leverage: 'Leverage',
  market: 'Market',
  size: 'Size',
  timing: 'Timing',
  other: 'Other',
}
