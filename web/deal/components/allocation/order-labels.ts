/** The names of an allocation's orders, and the words for how each share came about. */
import type { AllocatedLender, How } from '#domain/deal/allocation.ts'
import type { Order } from '#domain/deal/orders.ts'
import { formatMoment, isMoment } from '#domain/days.ts'
import { formatShare, parsePercent } from '#domain/money.ts'
import type { SheetInput } from './sheet-input.ts'

export const orderLabels: Record<Order['kind'], string> = {
  proRata: 'Pro rata',
  byTime: 'First come, first served',
  smallFirst: 'Small requests first',
  earlyFirst: 'Early requests first',
  byHand: 'Tiers by hand',
}

/** Returns text such as "Small requests first, up to 10%; hold of at least 20%, steps of 0.01%". */
export function describeRule({ order, upTo, before, hold, step }: SheetInput): string {
  const parameter =
    order === 'smallFirst'
      ? `, up to ${showShare(upTo)}`
      : order === 'earlyFirst' && isMoment(before)
        ? `, before ${formatMoment(before)}`
        : ''
  return `${orderLabels[order]}${parameter}; hold of at least ${showShare(hold)}, steps of ${showShare(step)}`
}

function showShare(typed: string): string {
  const share = parsePercent(typed)
  return share === null ? typed : formatShare(share)
}

export const orderKinds = Object.keys(orderLabels) as Order['kind'][]

const howLabels: Record<How, string> = {
  full: 'in full',
  proRata: 'pro rata',
  minimum: 'at the minimum',
  pinned: 'at the pinned share',
  byHand: 'set by hand',
  maximum: 'up to the maximum',
  none: 'no room',
  bound: 'bound',
}

/** Returns text such as "pro rata, tier 2". Omits the tier if all lenders are in one. */
export function describeHow(
  { how, tier }: Pick<AllocatedLender, 'how' | 'tier'>,
  order: Order['kind'],
): string {
  const isTiered = tier !== null && order !== 'proRata' && order !== 'byTime'
  return isTiered ? `${howLabels[how]}, tier ${tier}` : howLabels[how]
}
