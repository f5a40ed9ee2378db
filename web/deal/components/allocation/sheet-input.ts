/** Reads the fields of an allocation sheet, and computes the allocation as the server does. */
import { allocate, type Allocation, type AllocationInput } from '#domain/deal/allocation.ts'
import type { Choice } from '#domain/deal/claims.ts'
import type { DealLine, Lender } from '#domain/deal/lenders.ts'
import type { Order } from '#domain/deal/orders.ts'
import type { AllocationRefusal } from '#domain/deal/refusals.ts'
import { shareOf } from '#domain/deal/units.ts'
import { isMoment } from '#domain/days.ts'
import {
  compareFigures,
  formatShare,
  parsePercent,
  subtractPercent,
  sumPercent,
  wholePercent,
  zeroPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'

/** The texts of the fields, so that nothing typed is lost while it isn't complete. */
export interface SheetInput extends OrderInput {
  hold: string
  step: string
  choices: Record<string, ChoiceInput>
  note: string
}

export interface OrderInput {
  order: Order['kind']
  /** The parameter of `smallFirst`. */
  upTo: string
  /** The parameter of `earlyFirst`, in UTC. */
  before: string
}

export interface ChoiceInput {
  tier: string
  pinned: string
  fixed: string
  reason: string
}

export const noChoice: ChoiceInput = { tier: '', pinned: '', fixed: '', reason: '' }

/** The facts of the book and of the deal's limits. */
export interface SheetFacts {
  loanAmount: Money
  minShare: Percent | null
  maxShare: Percent | null
  /** The active lines, oldest first. */
  lines: readonly DealLine[]
  lenders: readonly Lender[]
}

export type SheetField = 'hold' | 'upTo' | 'before' | `${string} ${keyof ChoiceInput}`
export type SheetMessages = Partial<Record<SheetField, string>>

export interface SheetResult {
  deal: AllocationInput | null
  /** Null if a field isn't complete or is refused. */
  allocation: Allocation | null
  messages: SheetMessages
}

export function computeSheet(input: SheetInput, facts: SheetFacts): SheetResult {
  const messages: SheetMessages = {}
  const read = (field: SheetField, text: string): Percent => {
    const share = readShare(text)
    if (share === null) messages[field] = shareMessage
    return share ?? zeroPercent
  }
  const hold = read('hold', input.hold)
  const order = readOrder(input, messages)
  const choices = new Map(
    facts.lenders.flatMap(({ firmId }) => {
      const choice = readChoice(firmId, input, read, messages)
      return choice ? [[firmId, choice] as const] : []
    }),
  )
  const { loanAmount, minShare, maxShare, lines } = facts
  const shareStep = parsePercent(input.step) ?? shareOf(1)
  const deal: AllocationInput = {
    loanAmount,
    minShare,
    maxShare,
    shareStep,
    lines,
    hold,
    order,
    choices,
  }
  if (Object.keys(messages).length > 0) return { deal: null, allocation: null, messages }
  const { allocation, refusals } = allocate(deal)
  for (const refusal of refusals) messages[fieldOf(refusal)] = messageOf(refusal, deal, facts)
  return { deal, allocation, messages }
}

/** @param input The typed order, whose parameter can be incomplete. */
export function readOrder({ order, upTo, before }: OrderInput, messages: SheetMessages): Order {
  if (order === 'smallFirst') {
    const share = readShare(upTo)
    if (share === null) messages.upTo = shareMessage
    return { kind: order, upTo: share ?? zeroPercent }
  }
  if (order === 'earlyFirst') {
    if (!isMoment(before)) messages.before = 'Please enter a date and time'
    return { kind: order, before: isMoment(before) ? before : '2000-01-01T00:00:00Z' }
  }
  return { kind: order }
}

function readChoice(
  firmId: string,
  { order, choices }: SheetInput,
  read: (field: SheetField, text: string) => Percent,
  messages: SheetMessages,
): Choice | null {
  const typed = choices[firmId]
  if (!typed) return null
  const { tier, pinned, fixed } = typed
  if (pinned !== '' && fixed !== '') {
    messages[`${firmId} fixed`] = 'Either pin a share or set it by hand'
    return null
  }
  return {
    ...(order === 'byHand' && tier !== '' && { tier: Number(tier) }),
    ...(pinned !== '' && { pinned: read(`${firmId} pinned`, pinned) }),
    ...(fixed !== '' && { fixed: read(`${firmId} fixed`, fixed) }),
  }
}

const shareMessage = 'Please enter a share from 0 to 100'

/** Returns null unless the text is a share from 0 to 100 with at most two decimals. */
function readShare(text: string): Percent | null {
  const share = parsePercent(text)
  const isShare =
    share !== null &&
    compareFigures(share, zeroPercent) >= 0 &&
    compareFigures(share, wholePercent(100)) <= 0
  return isShare ? share : null
}

const fieldOf = ({ code, firmId }: AllocationRefusal): SheetField =>
  firmId === null
    ? 'hold'
    : code === 'fixed_out_of_range' || code === 'over_capacity'
      ? `${firmId} fixed`
      : `${firmId} pinned`

function messageOf(
  { code, firmId }: AllocationRefusal,
  deal: AllocationInput,
  facts: SheetFacts,
): string {
  const lender = facts.lenders.find((each) => each.firmId === firmId)
  const bound = shareOf(lender?.bound ?? 0)
  const asks = shareOf(lender?.asks ?? 0)
  const allBound = sumPercent(facts.lenders.map((each) => shareOf(each.bound)))
  const notBound = subtractPercent(wholePercent(100), allBound)
  const room = formatShare(subtractPercent(notBound, deal.hold))
  const texts: Record<AllocationRefusal['code'], string> = {
    hold_too_high: `Lenders are bound to ${formatShare(allBound)}, so you can keep at most ${formatShare(notBound)}`,
    fixed_out_of_range: `From ${formatShare(bound)} to ${formatShare(asks)}`,
    over_capacity: `Shares set by hand exceed the room of ${room}`,
    pinned_out_of_range: `At most ${formatShare(smaller(asks, deal.maxShare))}`,
    pinned_below_minimum: `At least ${formatShare(smaller(asks, deal.minShare))}`,
    pinned_too_high: `Pinned shares exceed the room of ${room}`,
  }
  return texts[code]
}

const smaller = (share: Percent, limit: Percent | null): Percent =>
  limit !== null && compareFigures(limit, share) < 0 ? limit : share
