import type { Position } from './claims.ts'

export interface AllocationRefusal {
  code:
    | 'hold_too_high'
    | 'fixed_out_of_range'
    | 'over_capacity'
    | 'pinned_out_of_range'
    | 'pinned_below_minimum'
    | 'pinned_too_high'
  /** The lender whose choice is refused, or null if the hold is. */
  firmId: string | null
}

export const refusalsOfChoices = (positions: readonly Position[]): AllocationRefusal[] =>
  positions.flatMap(({ refusal, lender: { firmId } }) =>
    refusal === null ? [] : [{ code: refusal, firmId }],
  )

/** Refuses the first lender for whom the room doesn't suffice. Shares set by hand come before pinned ones. */
export function refusalOfReserved(
  positions: readonly Position[],
  room: number,
): AllocationRefusal | null {
  let left = room
  for (const { fixed, lender } of positions) {
    left -= fixed ?? 0
    if (left < 0) return { code: 'over_capacity', firmId: lender.firmId }
  }
  for (const { reserved, lender } of positions) {
    left -= reserved
    if (left < 0) return { code: 'pinned_too_high', firmId: lender.firmId }
  }
  return null
}
