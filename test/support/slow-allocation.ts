/**
 * A second allocation, written from its description with exact fractions, for comparison. It shares no code with
 * `domain/deal`, and prefers the plainest way to the fastest.
 */
import type { AllocationInput } from '#domain/deal/allocation.ts'

interface Fraction {
  over: bigint
  under: bigint
}

const fraction = (over: bigint, under = 1n): Fraction => ({ over, under })
const minus = (a: Fraction, b: Fraction) =>
  fraction(a.over * b.under - b.over * a.under, a.under * b.under)
const times = (a: Fraction, b: Fraction) => fraction(a.over * b.over, a.under * b.under)
const by = (a: Fraction, b: Fraction) => fraction(a.over * b.under, a.under * b.over)
const isLess = (a: Fraction, b: Fraction) => a.over * b.under < b.over * a.under
const add = (all: Fraction[]) =>
  all.reduce(
    (a, b) => fraction(a.over * b.under + b.over * a.under, a.under * b.under),
    fraction(0n),
  )
const wholePart = ({ over, under }: Fraction) => over / under

const hundredths = (text: string) => BigInt(text.replace('.', ''))
const print = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
const least = (...all: bigint[]) => all.reduce((a, b) => (a < b ? a : b))
const total = (all: bigint[]) => all.reduce((a, b) => a + b, 0n)

interface Side {
  firmId: string
  bound: bigint
  asks: bigint
  since: string
  want: bigint
  floor: bigint
  reserved: bigint
  fixed: bigint | null
  tier: number
  got: bigint
}

type Outcome =
  | { refused: string[] }
  | {
      shares: [string, string, string][]
      hold: [string, string]
      lines: [string, string, string][]
    }

export function allocateSlowly(deal: AllocationInput): Outcome {
  const step = hundredths(deal.shareStep)
  const most = deal.maxShare === null ? 10_000n : hundredths(deal.maxShare)
  const minimum = deal.minShare === null ? 0n : hundredths(deal.minShare)
  const refused: string[] = []
  const sides = readSides(deal)
  const room = 10_000n - hundredths(deal.hold) - total(sides.map(({ bound }) => bound))
  if (room < 0n) return { refused: ['hold_too_high null'] }

  for (const [place, side] of sides.entries()) {
    const { pinned, fixed, tier } = deal.choices.get(side.firmId) ?? {}
    const open = least(side.asks, most, 10_000n) - side.bound
    side.want = open > 0n ? (open / step) * step : 0n
    const upTo = (target: bigint) => {
      let steps = 0n
      while (side.bound + steps < target && steps < side.want) steps += step
      return steps
    }
    if (fixed !== undefined) {
      side.fixed = hundredths(fixed) - side.bound
      if (hundredths(fixed) < side.bound || hundredths(fixed) > side.asks)
        refused.push(`fixed_out_of_range ${side.firmId}`)
    } else if (pinned !== undefined) {
      side.reserved = upTo(hundredths(pinned))
      side.floor = side.reserved
      if (hundredths(pinned) > least(side.asks, most))
        refused.push(`pinned_out_of_range ${side.firmId}`)
      else if (hundredths(pinned) < least(minimum, side.asks))
        refused.push(`pinned_below_minimum ${side.firmId}`)
    } else side.floor = upTo(minimum)
    const { order } = deal
    if (order.kind === 'byTime') side.tier = place
    if (order.kind === 'byHand') side.tier = tier ?? 1
    if (order.kind === 'smallFirst')
      side.tier = side.asks - side.bound > hundredths(order.upTo) ? 2 : 1
    if (order.kind === 'earlyFirst') side.tier = side.since < order.before ? 1 : 2
  }
  if (refused.length > 0) return { refused }

  let left = room
  for (const side of sides)
    if ((left -= side.fixed ?? 0n) < 0n) return { refused: [`over_capacity ${side.firmId}`] }
  for (const side of sides)
    if ((left -= side.reserved) < 0n) return { refused: [`pinned_too_high ${side.firmId}`] }

  for (const side of sides) if (side.fixed !== null) side.got = side.fixed
  const open = sides.filter(({ fixed }) => fixed === null)
  for (const tier of [...new Set(open.map((side) => side.tier))].toSorted((a, b) => a - b)) {
    const own = open.filter((side) => side.tier === tier)
    left += total(own.map(({ reserved }) => reserved))
    serve(own, left, step, deal)
    left -= total(own.map(({ got }) => got))
  }
  const hold = 10_000n - total(sides.map(({ bound, got }) => bound + got))
  const { lines, holdAmount } = priceLines(deal, sides, hold)
  return {
    shares: sides.map(({ firmId, bound, got }) => {
      const amount = total(
        lines.filter((line) => line.firmId === firmId).map((line) => line.amount),
      )
      return [firmId, print(bound + got), print(amount)]
    }),
    hold: [print(hold), print(holdAmount)],
    lines: lines.map(({ id, binding, amount }) => [id, print(binding), print(amount)]),
  }
}

function readSides({ lines }: AllocationInput): Side[] {
  const sides: Side[] = []
  for (const line of lines) {
    if (line.isHold) continue
    let side = sides.find(({ firmId }) => firmId === line.firmId)
    if (!side) {
      side = {
        ...{ firmId: line.firmId, bound: 0n, asks: 0n, since: '', want: 0n, floor: 0n },
        ...{ reserved: 0n, fixed: null, tier: 1, got: 0n },
      }
      sides.push(side)
    }
    side.asks += hundredths(line.percentage)
    if (!line.isSoft) side.bound += hundredths(line.percentage)
    else if (line.standingSince > side.since) side.since = line.standingSince
  }
  const isAfter = (a: Side, b: Side) =>
    a.since === b.since
      ? a.firmId > b.firmId
      : b.since !== '' && (a.since === '' || a.since > b.since)
  return sides.sort((a, b) => (isAfter(a, b) ? 1 : -1))
}

function serve(own: Side[], available: bigint, step: bigint, { choices }: AllocationInput) {
  if (total(own.map(({ want }) => want)) <= available) {
    for (const side of own) side.got = side.want
    return
  }
  const isPinned = ({ firmId }: Side) => choices.get(firmId)?.pinned !== undefined
  const kept: Side[] = []
  for (const first of [true, false])
    for (const side of own)
      if (isPinned(side) === first && total([...kept, side].map(({ floor }) => floor)) <= available)
        kept.push(side)
  if (total(kept.map(({ want }) => want)) <= available) {
    for (const side of kept) side.got = side.want
    return
  }
  shareOut(
    own.filter((side) => kept.includes(side) && side.want > 0n),
    available,
    step,
  )
}

/** The rate is the one at which the floors, and this part of the other wants, use up what is available. */
function shareOut(kept: Side[], available: bigint, step: bigint) {
  const part = ({ floor, want }: Side) => fraction(floor, want)
  const ascending = kept.toSorted((a, b) => (isLess(part(a), part(b)) ? -1 : 1))
  const exact = new Map<Side, Fraction>()
  for (let above = ascending.length; above > 0 && exact.size === 0; above -= 1) {
    const [sharing, atFloor] = [ascending.slice(0, above), ascending.slice(above)]
    const rest = minus(fraction(available), add(atFloor.map(({ floor }) => fraction(floor))))
    const rate = by(rest, add(sharing.map(({ want }) => fraction(want))))
    const fits = sharing.every((side) => !isLess(rate, part(side)))
    if (!fits || atFloor.some((side) => !isLess(rate, part(side)))) continue
    for (const side of sharing) exact.set(side, times(rate, fraction(side.want)))
    for (const side of atFloor) exact.set(side, fraction(side.floor))
  }
  if (exact.size === 0) throw new Error('No rate fits')
  const exactOf = (side: Side) => exact.get(side) ?? fraction(0n)
  for (const side of kept) side.got = wholePart(by(exactOf(side), fraction(step))) * step
  const missing = (side: Side) => minus(exactOf(side), fraction(side.got))
  const claims = kept.map((side) => ({ side, rest: missing(side) }))
  while (total(kept.map(({ got }) => got)) + step <= available) {
    const best = claims.reduce((a, b) => {
      if (isLess(a.rest, b.rest)) return b
      return !isLess(b.rest, a.rest) && b.side.want > a.side.want ? b : a
    })
    best.side.got += step
    claims.splice(claims.indexOf(best), 1)
  }
}

function priceLines({ lines, loanAmount }: AllocationInput, sides: Side[], hold: bigint) {
  const given = new Map(sides.map(({ firmId, got }) => [firmId, got]))
  const oldestHold = lines.find(({ isHold }) => isHold)
  const places = lines
    .filter((line) => !line.isHold || line === oldestHold)
    .map(({ id, firmId, isSoft, isHold, percentage }) => {
      const own = hundredths(percentage)
      const binding = isHold ? hold : isSoft ? least(own, given.get(firmId) ?? 0n) : own
      if (isSoft && !isHold) given.set(firmId, (given.get(firmId) ?? 0n) - binding)
      return { id, firmId, isHold, binding, amount: 0n, rest: 0n }
    })
  if (!oldestHold)
    places.push({ id: '', firmId: '', isHold: true, binding: hold, amount: 0n, rest: 0n })
  const cents = hundredths(loanAmount)
  for (const place of places) {
    place.amount = (cents * place.binding) / 10_000n
    place.rest = (cents * place.binding) % 10_000n
  }
  const waiting = [...places]
  while (total(places.map(({ amount }) => amount)) < cents) {
    const best = waiting.reduce((a, b) =>
      b.rest > a.rest || (b.rest === a.rest && b.binding > a.binding) ? b : a,
    )
    best.amount += 1n
    waiting.splice(waiting.indexOf(best), 1)
  }
  return {
    lines: places.filter(({ isHold }) => !isHold),
    holdAmount: places.find(({ isHold }) => isHold)?.amount ?? 0n,
  }
}
