/** Books in the notation of the worked examples: "A s10 s40 b5" has a lender's lines in the order of time. */
import type { AllocationInput } from '#domain/deal/allocation.ts'
import type { Choice } from '#domain/deal/claims.ts'
import type { DealLine } from '#domain/deal/lenders.ts'
import type { Order } from '#domain/deal/orders.ts'
import { parsePercent, type Money, type Percent } from '#domain/money.ts'

export const percent = (text: string): Percent => {
  const parsed = parsePercent(text)
  if (parsed === null) throw new RangeError(`Not a share: ${text}`)
  return parsed
}

/** Moment 1 is the first of May, and each next one a day later. */
export const moment = (number: number): string =>
  new Date(Date.UTC(2026, 4, number)).toISOString().replace('Z', '000Z')

/** Each line, such as "A soft 10", is a moment later than the one before. The hold's name is "originator". */
const bookOf = (texts: readonly string[]): DealLine[] =>
  texts.map((text, index) => {
    const [firmId = '', kind, percentage = ''] = text.split(' ')
    return {
      ...{ id: `line-${index + 1}`, firmId, percentage: percent(percentage) },
      ...{ isSoft: kind === 'soft', isHold: firmId === 'originator' },
      standingSince: moment(index + 1),
    }
  })

interface DealText {
  loan: string
  lines: readonly string[]
  hold: string
  step?: string
  minimum?: string
  maximum?: string
  order?: Order
  choices?: Record<string, { tier?: number; pinned?: string; fixed?: string }>
}

export const dealOf = ({
  loan,
  lines,
  hold,
  order,
  choices = {},
  ...limits
}: DealText): AllocationInput => ({
  loanAmount: loan as Money,
  lines: bookOf(lines),
  hold: percent(hold),
  shareStep: percent(limits.step ?? '0.01'),
  minShare: limits.minimum === undefined ? null : percent(limits.minimum),
  maxShare: limits.maximum === undefined ? null : percent(limits.maximum),
  order: order ?? { kind: 'proRata' },
  choices: new Map(
    Object.entries(choices).map(([firmId, { tier, pinned, fixed }]): [string, Choice] => [
      firmId,
      {
        ...(tier === undefined ? {} : { tier }),
        ...(pinned === undefined ? {} : { pinned: percent(pinned) }),
        ...(fixed === undefined ? {} : { fixed: percent(fixed) }),
      },
    ]),
  ),
})
