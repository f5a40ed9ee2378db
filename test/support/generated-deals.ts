/** Generates books of 1 to 150 lenders with several lines each, and choices that are mostly, but not always, possible. */
import type { AllocationInput } from '#domain/deal/allocation.ts'
import type { Choice } from '#domain/deal/claims.ts'
import type { Order } from '#domain/deal/orders.ts'
import type { Money, Percent } from '#domain/money.ts'
import { moment } from '#test/support/deals.ts'
import * as fc from 'fast-check'

const print = (value: number | bigint) => {
  const digits = String(value).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const percent = (units: number) => print(units) as Percent

const amounts = fc
  .oneof(fc.bigInt({ min: 1n, max: 999_999_999_999_999n }), fc.bigInt({ min: 1n, max: 20_000n }))
  .map((cents) => print(cents) as Money)

const steps = fc.constantFrom(1, 1, 5, 10, 25, 50, 100)
const units = (min: number, max: number) => fc.integer({ min, max })
const shares = (most: number) =>
  fc.oneof(
    units(1, Math.max(1, Math.floor(most / 100))).map((whole) => whole * 100),
    units(1, most),
  )

const rarely = units(0, 30).map((number) => number === 0)

const orders: fc.Arbitrary<Order> = fc.oneof(
  fc.constantFrom<Order>({ kind: 'proRata' }, { kind: 'byTime' }, { kind: 'byHand' }),
  shares(3000).map((upTo): Order => ({ kind: 'smallFirst', upTo: percent(upTo) })),
  units(1, 12).map((day): Order => ({ kind: 'earlyFirst', before: moment(day) })),
)

const drawnLimits = fc.oneof(
  fc.constant({ minShare: null, maxShare: null }),
  fc.tuple(fc.option(shares(800)), fc.option(shares(6000))).map(([least, most]) => ({
    minShare: least === null ? null : percent(least),
    maxShare: most === null ? null : percent(Math.max(most, least ?? 0)),
  })),
)

interface DrawnLine {
  percentage: number
  isSoft: boolean
  day: number
}
const lenders = (count: number) =>
  fc.array(
    fc.array(
      fc.record({
        percentage: shares(Math.max(100, Math.ceil(30_000 / count))).map((share) =>
          Math.min(share, 10_000),
        ),
        isSoft: fc.boolean(),
        day: units(1, 12),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    { minLength: count, maxLength: count },
  )

interface DrawnChoice {
  tier: number
  kind: 'none' | 'pinned' | 'fixed'
  part: number
}
const choice: fc.Arbitrary<DrawnChoice> = fc.record({
  tier: units(1, 9),
  kind: fc.constantFrom('none', 'none', 'none', 'none', 'pinned', 'fixed'),
  part: units(0, 100),
})

export const deals: fc.Arbitrary<AllocationInput> = fc
  .oneof(units(1, 4), units(1, 12), units(1, 30), { arbitrary: units(100, 150), weight: 1 })
  .chain((count) =>
    fc
      .record({
        ...{ loanAmount: amounts, step: steps, limits: drawnLimits, order: orders },
        ...{
          book: lenders(count),
          choices: fc.array(choice, { minLength: count, maxLength: count }),
        },
        ...{ holdPart: units(0, 100), holdLines: fc.array(units(1, 3000), { maxLength: 2 }) },
        ...{ shuffle: fc.array(units(0, 1000), { minLength: count * 4, maxLength: count * 4 }) },
        ...{ isHoldTooHigh: rarely, isChoiceOutside: rarely },
      })
      .map(makeDeal),
  )

interface Drawn {
  loanAmount: Money
  step: number
  limits: Pick<AllocationInput, 'minShare' | 'maxShare'>
  order: Order
  book: DrawnLine[][]
  choices: DrawnChoice[]
  holdPart: number
  holdLines: number[]
  shuffle: number[]
  isHoldTooHigh: boolean
  isChoiceOutside: boolean
}

/** Binding lines that don't fit become soft, and soft lines beyond 100% of one lender are left out. */
function makeDeal(drawn: Drawn): AllocationInput {
  let left = 10_000
  const take = (wanted: number) => {
    if (wanted > left) return false
    left -= wanted
    return true
  }
  const holds = drawn.holdLines.filter(take)
  const lines = drawn.book.flatMap((own, number) => {
    let softLeft = 10_000
    return own.flatMap(({ percentage, isSoft, day }) => {
      const becomesSoft = isSoft || !take(percentage)
      if (becomesSoft && percentage > softLeft) return []
      if (becomesSoft) softLeft -= percentage
      return [{ firmId: nameOf(number), isSoft: becomesSoft, isHold: false, percentage, day }]
    })
  })
  const bound = 10_000 - left - holds.reduce((sum, hold) => sum + hold, 0)
  const all = [
    ...lines,
    ...holds.map((percentage) => ({
      ...{ firmId: 'originator', isSoft: false, isHold: true, percentage, day: 1 },
    })),
  ]
  const shuffled = all
    .map((line, index) => ({ line, key: drawn.shuffle[index % drawn.shuffle.length] ?? 0 }))
    .toSorted((a, b) => a.key - b.key)
  const most = Math.floor(((10_000 - bound) * drawn.holdPart) / 120)
  return {
    ...{ loanAmount: drawn.loanAmount, order: drawn.order, ...drawn.limits },
    shareStep: percent(drawn.step),
    hold: percent(drawn.isHoldTooHigh ? 10_000 - bound + 1 : most),
    lines: shuffled.map(({ line: { day, percentage, ...line } }, index) => ({
      ...{ ...line, id: `line-${index}`, percentage: percent(percentage) },
      standingSince: moment(day),
    })),
    choices: choicesOf(drawn, lines),
  }
}

const nameOf = (number: number) => `firm-${String(number).padStart(3, '0')}`

type Placed = { firmId: string; isSoft: boolean; percentage: number }

function choicesOf(
  { choices, limits, book, isChoiceOutside }: Drawn,
  lines: Placed[],
): Map<string, Choice> {
  const [least, most] = [
    hundredths(limits.minShare ?? '0.00'),
    hundredths(limits.maxShare ?? '100.00'),
  ]
  return new Map(
    choices.map(({ tier, kind, part }, number): [string, Choice] => {
      const own = lines.filter(({ firmId }) => firmId === nameOf(number))
      const asks = own.reduce((sum, { percentage }) => sum + percentage, 0)
      const bound = own.reduce((sum, line) => sum + (line.isSoft ? 0 : line.percentage), 0)
      const [from, to] =
        kind === 'fixed' ? [bound, asks] : [Math.min(least, asks), Math.min(asks, most)]
      // Many or large choices would rarely fit together.
      if (kind === 'none' || number % Math.ceil(book.length / 5) > 0)
        return [nameOf(number), { tier }]
      const inside = from + Math.floor(((to - from) * part) / (100 * Math.min(book.length, 5)))
      const chosen = percent(isChoiceOutside ? asks + 1 : inside)
      return [nameOf(number), kind === 'pinned' ? { tier, pinned: chosen } : { fixed: chosen }]
    }),
  )
}

const hundredths = (text: string) => Number(text.replace('.', ''))
