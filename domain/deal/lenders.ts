/** Groups the lines of a book by lender: the firm that holds the position. */
import type { Percent } from '#domain/money.ts'
import { groupBy } from '#domain/groups.ts'
import { unitsOf } from './units.ts'

/** An active line of the book. */
export interface DealLine {
  id: string
  firmId: string
  isSoft: boolean
  isHold: boolean
  percentage: Percent
  /** In ISO 8601, in UTC, with microseconds, so that times are compared as texts. */
  standingSince: string
}

/** Shares are in units. */
export interface Lender {
  firmId: string
  bound: number
  /** Binding and soft shares together. */
  asks: number
  /** The latest time of a soft line, or null without one. */
  since: string | null
}

/** Sorts lenders by the time of their requests, and then by id. Lenders without a request come last. */
export function lendersOf(lines: readonly DealLine[]): Lender[] {
  const ofLenders = lines.filter(({ isHold }) => !isHold)
  return [...groupBy(ofLenders, ({ firmId }) => firmId)]
    .map(([firmId, own]) => lenderOf(firmId, own))
    .toSorted((a, b) => compareSince(a.since, b.since) || (a.firmId < b.firmId ? -1 : 1))
}

function lenderOf(firmId: string, own: readonly DealLine[]): Lender {
  const lender: Lender = { firmId, bound: 0, asks: 0, since: null }
  for (const { isSoft, percentage, standingSince } of own) {
    const units = unitsOf(percentage)
    lender.asks += units
    if (!isSoft) lender.bound += units
    else if (lender.since === null || standingSince > lender.since) lender.since = standingSince
  }
  return lender
}

function compareSince(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -1 : 1
}
