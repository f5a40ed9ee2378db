/**
 * Divides a loan among its lenders, if they ask for more than there is. The server decides with this function, and the
 * browser previews with it. `docs/decisions/0032-how-an-allocation-rounds.md` lists the choices in doubtful cases.
 */
import { sumMoney, type Money, type Percent } from '#domain/money.ts'
import { groupBy } from '#domain/groups.ts'
import { acceptedBook, type AcceptedLine } from './amounts.ts'
import { claimsOf, type Choice, type Limits, type Position } from './claims.ts'
import { lendersOf, type DealLine } from './lenders.ts'
import { tierOf, type Order } from './orders.ts'
import { refusalOfReserved, refusalsOfChoices, type AllocationRefusal } from './refusals.ts'
import { scaleBack, type Granted } from './scale-back.ts'
import { shareOf, sumOf, unitsOf, wholeUnits } from './units.ts'

export interface AllocationInput extends Limits {
  loanAmount: Money
  /** The active lines of the book, oldest first. */
  lines: readonly DealLine[]
  /** The least share that the originator keeps. */
  hold: Percent
  order: Order
  /** By firm. */
  choices: ReadonlyMap<string, Choice>
}

export const hows = [
  'full',
  'proRata',
  'minimum',
  'pinned',
  'byHand',
  'maximum',
  'none',
  'bound',
] as const
export type How = (typeof hows)[number]

export interface AllocatedLender {
  firmId: string
  bound: Percent
  asks: Percent
  since: string | null
  /** Null if the lender takes part in no tier: without an open request, or with a share set by hand. */
  tier: number | null
  share: Percent
  /** The part of the share that isn't bound yet. */
  added: Percent
  amount: Money
  how: How
}

export interface Allocation {
  /** In the order of their requests. */
  lenders: AllocatedLender[]
  lines: AcceptedLine[]
  hold: { share: Percent; amount: Money }
  /** The share left for open requests, and the share requested. */
  room: Percent
  requests: Percent
}

export type AllocationResult =
  | { allocation: Allocation; refusals: [] }
  | { allocation: null; refusals: readonly AllocationRefusal[] }

export function allocate(deal: AllocationInput): AllocationResult {
  const lenders = lendersOf(deal.lines)
  const room = wholeUnits - unitsOf(deal.hold) - sumOf(lenders, ({ bound }) => bound)
  if (room < 0) return { allocation: null, refusals: [{ code: 'hold_too_high', firmId: null }] }
  const positions = lenders.map((lender, index) => {
    const choice = deal.choices.get(lender.firmId) ?? {}
    return claimsOf(deal, lender, choice, tierOf(deal.order, lender, index, choice.tier))
  })
  const refusals = refusalsOfChoices(positions)
  if (refusals.length > 0) return { allocation: null, refusals }
  const tooMuch = refusalOfReserved(positions, room)
  if (tooMuch) return { allocation: null, refusals: [tooMuch] }

  const granted = grantAll(positions, room, unitsOf(deal.shareStep))
  const addedOf = ({ lender: { firmId } }: Position) => granted.get(firmId)?.added ?? 0
  const hold = wholeUnits - sumOf(positions, (each) => each.lender.bound + addedOf(each))
  const added = new Map(positions.map((each) => [each.lender.firmId, addedOf(each)]))
  const book = acceptedBook(deal.loanAmount, deal.lines, added, hold)
  const byFirm = groupBy(book.lines, ({ firmId }) => firmId)
  return {
    allocation: {
      lenders: positions.map((position) => ({
        firmId: position.lender.firmId,
        bound: shareOf(position.lender.bound),
        asks: shareOf(position.lender.asks),
        since: position.lender.since,
        tier: position.fixed === null && position.request > 0 ? position.tier : null,
        share: shareOf(position.lender.bound + addedOf(position)),
        added: shareOf(addedOf(position)),
        amount: sumMoney((byFirm.get(position.lender.firmId) ?? []).map(({ amount }) => amount)),
        how: howOf(position, granted.get(position.lender.firmId)),
      })),
      lines: book.lines,
      hold: { share: shareOf(hold), amount: book.holdAmount },
      room: shareOf(room),
      requests: shareOf(sumOf(positions, ({ request }) => request)),
    },
    refusals: [],
  }
}

/** Serves the shares set by hand, and then the tiers. Pinned shares are kept apart until their tier. */
function grantAll(positions: readonly Position[], room: number, step: number) {
  const granted = new Map<string, Granted>()
  for (const { lender, fixed } of positions)
    if (fixed !== null) granted.set(lender.firmId, { added: fixed, isAtFloor: false })
  const claiming = positions.filter(({ fixed, want }) => fixed === null && want > 0)
  let left =
    room - sumOf(positions, ({ fixed }) => fixed ?? 0) - sumOf(claiming, ({ reserved }) => reserved)
  const tiers = groupBy(claiming, ({ tier }) => tier)
  for (const [, tier] of [...tiers].toSorted(([a], [b]) => a - b)) {
    left += sumOf(tier, ({ reserved }) => reserved)
    for (const [firmId, grant] of scaleBack(tier.map(claimOf), left, step))
      granted.set(firmId, grant)
    left -= sumOf(tier, ({ lender }) => granted.get(lender.firmId)?.added ?? 0)
  }
  return granted
}

const claimOf = ({ lender: { firmId }, want, floor, isPinned }: Position) => ({
  firmId,
  want,
  floor,
  isPinned,
})

function howOf(position: Position, grant: Granted | undefined): How {
  const { fixed, request, want, isCapped, isPinned } = position
  const added = grant?.added ?? 0
  if (fixed !== null) return 'byHand'
  if (request === 0) return 'bound'
  if (added === want && (added > 0 || isCapped)) return isCapped ? 'maximum' : 'full'
  if (added === 0) return 'none'
  if (grant?.isAtFloor) return isPinned ? 'pinned' : 'minimum'
  return 'proRata'
}
