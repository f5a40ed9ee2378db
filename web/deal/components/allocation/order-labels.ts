/** The names of an allocation's orders, and the words for how each share came about. */
import type { AllocatedLender, How } from '#domain/deal/allocation.ts'
import type { Order } from '#domain/deal/orders.ts'

export const orderLabels: Record<Order['kind'], string> = {
  proRata: 'Pro rata',
  byTime: 'First come, first served',
  smallFirst: 'Small requests first',
  earlyFirst: 'Early requests first',
  byHand: 'Tiers by hand',
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
