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

/** Explains why a lender with a share can't pass and what to do first. Null for a lender without a share. */
export function refusalOfPass(held: { hasBinding: boolean; hasSoft: boolean }): string | null {
  if (held.hasBinding)
    return "You can't pass on this loan, because your commitment to it is binding. Ask us to release it."
  return held.hasSoft
    ? 'You still hold soft interest in this loan. Withdraw it under My Commitments, then pass.'
    : null
}
