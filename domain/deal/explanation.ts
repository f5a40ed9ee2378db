/** Explains an allocation to a lender, on the screen and in the letter. It has no figure of another lender. */
import { formatMoment } from '#domain/days.ts'
import {
  compareFigures,
  formatShare,
  isAboveZero,
  subtractPercent,
  type Percent,
} from '#domain/money.ts'
import type { AllocatedLender, How } from './allocation.ts'
import type { Limits } from './claims.ts'
import { smallestStep } from './settings.ts'
import type { Order } from './orders.ts'
import { shareOf, sumOf, unitsOf, wholeUnits } from './units.ts'

/** The facts of the whole allocation. They follow from the stored lines of a round. */
export interface AllocationFacts extends Limits {
  order: Order
  /** The least share that the originator wanted to keep. */
  hold: Percent
  lenders: readonly Pick<AllocatedLender, 'bound' | 'asks' | 'how'>[]
}

export interface ExplainedLender extends Pick<AllocatedLender, 'bound' | 'asks' | 'share' | 'how'> {
  pinned: Percent | null
  /** The reason for a share set by hand. */
  reason: string | null
}

/** The words for the lender, whom a viewer can't decide for. */
const readers = {
  lender: { who: 'you', it: 'you', is: 'are', gets: 'get', whose: 'your', its: 'your' },
  viewer: { who: 'your firm', it: 'it', is: 'is', gets: 'gets', whose: "your firm's", its: 'its' },
}

export function explainAllocation(
  facts: AllocationFacts,
  lender: ExplainedLender,
  reader: keyof typeof readers = 'lender',
): string[] {
  if (lender.how === 'bound') return []
  const words = readers[reader]
  const totals = totalsOf(facts)
  const isCovered = compareFigures(totals.requests, totals.room) <= 0
  return [
    asked(lender, words),
    ...(isCovered
      ? whenCovered(lender, words)
      : [whenScarce(facts, totals), ...howShared(facts, totals)]),
    ...ownReason(facts, lender, words),
    ...(compareFigures(facts.shareStep, smallestStep) > 0
      ? [`Shares are rounded to steps of ${formatShare(facts.shareStep)}.`]
      : []),
  ]
}

interface Totals {
  bound: Percent
  room: Percent
  requests: Percent
}

function totalsOf({ lenders, hold }: AllocationFacts): Totals {
  const bound = sumOf(lenders, (each) => unitsOf(each.bound))
  return {
    bound: shareOf(bound),
    room: shareOf(wholeUnits - unitsOf(hold) - bound),
    requests: shareOf(sumOf(lenders, ({ asks }) => unitsOf(asks)) - bound),
  }
}

type Words = (typeof readers)[keyof typeof readers]

const capitalized = (who: string) => who.charAt(0).toUpperCase() + who.slice(1)

function asked({ bound, asks }: ExplainedLender, { who, it, is }: Words): string {
  const request = `${capitalized(who)} asked for ${formatShare(asks)}`
  if (!isAboveZero(bound)) return `${request}.`
  const more = formatShare(subtractPercent(asks, bound))
  return `${request}: ${formatShare(bound)} that ${it} ${is} bound to, and ${more} more.`
}

const whenCovered = ({ share, asks }: ExplainedLender, { who, it, gets }: Words): string[] =>
  share === asks
    ? [`Requests did not exceed what there was: ${who} ${gets} what ${it} asked for.`]
    : []

/** Requests to which the shares of others leave less than they ask for. */
const limited: readonly How[] = ['proRata', 'minimum', 'none']

function whenScarce({ hold, lenders }: AllocationFacts, { bound, room, requests }: Totals): string {
  // With shares set by hand or capped, the originator can keep more than it wanted.
  const least = lenders.some(({ how }) => limited.includes(how)) ? '' : 'at least '
  const taken = [
    ...(isAboveZero(hold) ? [`the originator keeps ${least}${formatShare(hold)}`] : []),
    ...(isAboveZero(bound) ? [`${formatShare(bound)} was bound before`] : []),
  ]
  const left = `Requests came to ${formatShare(requests)}, and ${formatShare(room)} was left for them`
  return `${[left, taken.join(', and ')].filter(Boolean).join(': ')}.`
}

/** Empty if all was given by hand, because each lender's own reason says so. */
function howShared(facts: AllocationFacts, totals: Totals): string[] {
  if (isOneProportion(facts))
    return [`It was shared in proportion: ${formatShare(quotient(totals))} of each request.`]
  if (facts.lenders.every(({ how }) => how === 'byHand' || how === 'bound')) return []
  const isByHand = facts.lenders.some(({ how }) => how === 'byHand')
  return [`It was given ${orderText(facts.order)}${isByHand ? ', and a part by hand' : ''}.`]
}

/** True if each lender gets the same part of its request, but for rounding. */
function isOneProportion({ order, lenders, minShare, maxShare }: AllocationFacts): boolean {
  const alike: How[] =
    minShare === null ? ['proRata', 'full', 'none', 'bound'] : ['proRata', 'bound']
  const most = maxShare === null ? wholeUnits : unitsOf(maxShare)
  return (
    order.kind === 'proRata' &&
    lenders.every(
      ({ how, asks, bound }) => alike.includes(how) && (unitsOf(asks) <= most || asks === bound),
    )
  )
}

/** Room ÷ requests in percent, with halves rounded up. */
const quotient = ({ room, requests }: Totals): Percent =>
  shareOf(
    Math.floor((2 * wholeUnits * unitsOf(room) + unitsOf(requests)) / (2 * unitsOf(requests))),
  )

function orderText(order: Order): string {
  if (order.kind === 'smallFirst') return `to requests up to ${formatShare(order.upTo)} first`
  if (order.kind === 'earlyFirst') return `to requests before ${formatMoment(order.before)} first`
  return plainOrders[order.kind]
}

const plainOrders = {
  proRata: 'in proportion to the requests',
  byTime: 'in the order in which they came',
  byHand: 'in an order that the originator set',
}

const ownReason = (facts: AllocationFacts, lender: ExplainedLender, words: Words): string[] => {
  const { who, it, gets, whose } = words
  const { minShare, maxShare } = facts
  const { asks, bound } = lender
  const maximum = `The loan takes at most ${shown(maxShare)} of one lender.`
  const isCapped = maxShare !== null && compareFigures(asks, maxShare) > 0
  const isBelowStep = compareFigures(subtractPercent(asks, bound), facts.shareStep) < 0
  const reasons: Record<How, string[]> = {
    minimum: [
      `In proportion ${who} would have got less than the loan's minimum share of ${shown(minShare)}; ${it} ${gets} the minimum.`,
    ],
    pinned: [`The originator reserved ${shown(lender.pinned)} for ${who}.`],
    byHand: [
      `The originator set ${whose} share by hand${lender.reason ? `: ${lender.reason}` : '.'}`,
    ],
    maximum: [maximum],
    // A request below a step gets nothing however much is left.
    none: isBelowStep ? [] : [`The rest did not suffice for a share when it was ${whose} turn.`],
    proRata: [...whenLeft(facts.order, words), ...(isCapped ? [maximum] : [])],
    ...{ full: [], bound: [] },
  }
  return reasons[lender.how]
}

const whenLeft = ({ kind }: Order, { who, gets, its }: Words): string[] => {
  if (kind === 'proRata') return []
  const part = kind === 'byTime' ? '' : `${its} part of `
  return [`${capitalized(who)} ${gets} ${part}what was left when it was ${its} turn.`]
}

const shown = (share: Percent | null): string => (share === null ? '' : formatShare(share))
