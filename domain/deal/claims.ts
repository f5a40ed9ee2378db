/** Derives each lender's claim from its lines, the loan's limits, and the originator's choices. */
import type { Percent } from '#domain/money.ts'
import type { Lender } from './lenders.ts'
import { roundDown, roundUp, unitsOf, wholeUnits } from './units.ts'

export interface Limits {
  minShare: Percent | null
  maxShare: Percent | null
  shareStep: Percent
}

/** The originator's choice for a lender. It either pins or fixes a share, both bound share included. */
export interface Choice {
  /** From 1 to 9. Only the order `byHand` uses it. */
  tier?: number | undefined
  /** At least this share is reserved. */
  pinned?: Percent | undefined
  /** Exactly this share is allocated. */
  fixed?: Percent | undefined
}

/** All figures are in units. */
export interface Position {
  lender: Lender
  tier: number
  /** The open request. */
  request: number
  /** The part of the open request that counts. */
  want: number
  /** True if the loan's maximum limits the request. */
  isCapped: boolean
  floor: number
  isPinned: boolean
  /** The part of a pinned share that is kept apart until its tier. */
  reserved: number
  /** The part of a share set by hand that isn't bound yet, or null. */
  fixed: number | null
  refusal: 'fixed_out_of_range' | 'pinned_out_of_range' | 'pinned_below_minimum' | null
}

export function claimsOf(limits: Limits, lender: Lender, choice: Choice, tier: number): Position {
  const { bound, asks } = lender
  const step = unitsOf(limits.shareStep)
  const most = limits.maxShare === null ? wholeUnits : unitsOf(limits.maxShare)
  const least = limits.minShare === null ? 0 : unitsOf(limits.minShare)
  const want = roundDown(Math.max(0, Math.min(asks, most, wholeUnits) - bound), step)
  // A floor can't exceed what counts of the request, even if the next step up would.
  const lift = (share: number) => Math.min(roundUp(Math.max(0, share - bound), step), want)
  const position: Position = {
    lender,
    tier,
    request: asks - bound,
    want,
    isCapped: limits.maxShare !== null && asks > most,
    floor: 0,
    isPinned: false,
    reserved: 0,
    fixed: null,
    refusal: null,
  }
  if (choice.fixed !== undefined) {
    const fixed = unitsOf(choice.fixed)
    position.fixed = fixed - bound
    if (fixed < bound || fixed > asks) position.refusal = 'fixed_out_of_range'
  } else if (choice.pinned === undefined) position.floor = lift(least)
  else {
    const pinned = unitsOf(choice.pinned)
    position.isPinned = true
    position.reserved = position.floor = lift(pinned)
    if (pinned > Math.min(asks, most)) position.refusal = 'pinned_out_of_range'
    else if (pinned < Math.min(least, asks)) position.refusal = 'pinned_below_minimum'
  }
  return position
}
