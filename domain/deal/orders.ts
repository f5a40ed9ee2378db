/** The orders of an allocation. Each is a way to assign lenders to tiers, which are served in turn. */
import type { Percent } from '#domain/money.ts'
import type { Lender } from './lenders.ts'
import { unitsOf } from './units.ts'

export const orderKinds = ['proRata', 'byTime', 'smallFirst', 'earlyFirst', 'byHand'] as const

export type Order =
  | { kind: 'proRata' }
  | { kind: 'byTime' }
  /** Open requests up to this share come first. */
  | { kind: 'smallFirst'; upTo: Percent }
  /** Open requests made before this time come first. */
  | { kind: 'earlyFirst'; before: string }
  | { kind: 'byHand' }

/** @param index The position of the lender, in the order of their requests. */
export function tierOf(
  order: Order,
  { bound, asks, since }: Lender,
  index: number,
  chosen: number | undefined,
): number {
  if (order.kind === 'byTime') return index + 1
  if (order.kind === 'smallFirst') return asks - bound <= unitsOf(order.upTo) ? 1 : 2
  if (order.kind === 'earlyFirst')
    return since !== null && since < inMicroseconds(order.before) ? 1 : 2
  return order.kind === 'byHand' ? (chosen ?? 1) : 1
}

/** Browsers send milliseconds, or none. */
function inMicroseconds(moment: string): string {
  const [seconds = '', fraction = ''] = moment.replace('Z', '').split('.')
  return `${seconds}.${fraction.padEnd(6, '0')}Z`
}
