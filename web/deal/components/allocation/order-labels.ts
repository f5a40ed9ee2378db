/** The names of an allocation's orders, and the words for how each share came about. */
import type { AllocatedLender, How } from '#domain/deal/allocation.ts'
import type { Order } from '#domain/deal/orders.ts'
import type { Limits } from '#domain/deal/claims.ts'
import { formatMoment, isMoment } from '#domain/days.ts'
import {
  compareFigures,
  formatShare,
  isAboveZero,
  parsePercent,
  subtractPercent,
  type Percent,
} from '#domain/money.ts'
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

export type Line = Pick<
  AllocatedLender,
  'firmId' | 'how' | 'tier' | 'bound' | 'asks' | 'share' | 'added'
>

/** The rule of an allocation, and its lenders. */
export interface Rule extends Limits {
  order: Order['kind']
  lenders: readonly Pick<Line, 'firmId' | 'tier' | 'added'>[]
}

const howTexts: Record<How, (line: Line, rule: Rule) => string> = {
  full: ({ share, asks }) => (share === asks ? 'in full' : 'all whole steps'),
  proRata: describePart,
  minimum: (_, { minShare }) => `at the minimum${ofLimit(minShare)}`,
  pinned: () => 'at the pinned share',
  byHand: () => 'set by hand',
  maximum: ({ added }, { maxShare }) =>
    `${isAboveZero(added) ? 'up to' : 'already at'} the maximum${ofLimit(maxShare)}`,
  none: ({ bound, asks }, { shareStep }) =>
    compareFigures(subtractPercent(asks, bound), shareStep) < 0 ? 'less than a step' : 'no room',
  bound: () => 'bound, no request',
}

const ofLimit = (limit: Percent | null) => (limit === null ? '' : ` of ${formatShare(limit)}`)

/** A lender that nobody else of its tier shares with gets what is left rather than a proportion. */
function describePart(line: Line, { order, maxShare, lenders }: Rule): string {
  const isAlone = lenders.every(
    ({ firmId, tier, added }) =>
      firmId === line.firmId || tier !== line.tier || !isAboveZero(added),
  )
  if (order === 'byTime' || (order !== 'proRata' && isAlone)) return 'what was left'
  const isCapped = maxShare !== null && compareFigures(line.asks, maxShare) > 0
  return isCapped ? `pro rata, counted as ${formatShare(maxShare)}` : 'pro rata'
}

/** Returns text such as "pro rata, tier 2". Omits the tier if all lenders are in one, or each is in one by itself. */
export function describeHow(line: Line, rule: Rule): string {
  const { how, tier } = line
  const isTiered = tier !== null && rule.order !== 'proRata' && rule.order !== 'byTime'
  const text = howTexts[how](line, rule)
  return isTiered ? `${text}, tier ${tier}` : text
}
