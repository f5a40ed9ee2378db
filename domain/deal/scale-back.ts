/** Shares what a tier has among its lenders, if it doesn't suffice for all that they want. All figures are in units. */
import { roundDown, sumOf } from './units.ts'

export interface Claim {
  firmId: string
  /** A whole number of steps, and more than 0. */
  want: number
  /** A whole number of steps, and at most `want`. */
  floor: number
  isPinned: boolean
}

export interface Granted {
  added: number
  /** True if the lender's part of the whole would be below the floor. */
  isAtFloor: boolean
}

/** @param claims In the order of the requests. */
export function scaleBack(
  claims: readonly Claim[],
  available: number,
  step: number,
): Map<string, Granted> {
  const kept = keptOf(claims, available)
  if (sumOf(kept, ({ want }) => want) <= available)
    return new Map(kept.map(({ firmId, want }) => [firmId, { added: want, isAtFloor: false }]))
  const { atFloor, sharing } = raiseToFloors(kept, available)
  const rest = available - sumOf(atFloor, ({ floor }) => floor)
  const granted = new Map<string, Granted>(inProportion(sharing, rest, step))
  for (const { firmId, floor } of atFloor) granted.set(firmId, { added: floor, isAtFloor: true })
  return granted
}

/** Pinned lenders come first. A lender whose floor doesn't fit gets nothing, but a later one with a lower floor can. */
function keptOf(claims: readonly Claim[], available: number): Claim[] {
  let left = available
  const inTurn = [...claims.filter((claim) => claim.isPinned), ...claims.filter(isNotPinned)]
  const kept = new Set(
    inTurn.filter(({ floor }) => {
      if (floor > left) return false
      left -= floor
      return true
    }),
  )
  return claims.filter((claim) => kept.has(claim))
}

const isNotPinned = ({ isPinned }: Claim) => !isPinned

/** Each lender raised to a floor leaves less for the others, which can put more of them below theirs. */
function raiseToFloors(kept: readonly Claim[], available: number) {
  const atFloor: Claim[] = []
  let sharing = [...kept]
  for (;;) {
    const rest = available - sumOf(atFloor, ({ floor }) => floor)
    const wanted = sumOf(sharing, ({ want }) => want)
    const isBelow = ({ want, floor }: Claim) => rest * want < floor * wanted
    const below = sharing.filter(isBelow)
    if (below.length === 0) return { atFloor, sharing }
    atFloor.push(...below)
    sharing = sharing.filter((claim) => !isBelow(claim))
  }
}

function inProportion(
  sharing: readonly Claim[],
  available: number,
  step: number,
): (readonly [string, Granted])[] {
  const wanted = sumOf(sharing, ({ want }) => want)
  const parts = sharing.map((claim, index) => {
    const unit = step * wanted
    const remainder = (available * claim.want) % unit
    const steps = (available * claim.want - remainder) / unit
    return { ...claim, index, remainder, added: steps * step }
  })
  const left = roundDown(available - sumOf(parts, ({ added }) => added), step) / step
  const raised = new Set(
    parts
      .toSorted((a, b) => b.remainder - a.remainder || b.want - a.want || a.index - b.index)
      .slice(0, left),
  )
  return parts.map((part) => [
    part.firmId,
    { added: part.added + (raised.has(part) ? step : 0), isAtFloor: false },
  ])
}
