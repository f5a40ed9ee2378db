/** The share that declined offers leave during a round, and the lenders that could take it. */
import type { Allocation, Allocations } from '#contract/deal/allocations.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { mainName } from '#domain/book/deal/holder-names.ts'
import {
  compareFigures,
  formatPart,
  formatShare,
  isAboveZero,
  subtractMoney,
  subtractPercent,
  sumPercent,
  wholePercent,
  type Percent,
} from '#domain/money.ts'

type Lines = Allocations['lines']

const mostNamed = 3

/**
 * Returns text such as "10.12% ($4,857,600.00) is left even if every open offer is accepted. Fallbrook Capital asked for 8.12% more.", or
 * null if the offers that await an answer cover all that is left.
 */
export function describeLeft(
  { totals }: Pick<Deal, 'totals'>,
  round: Pick<Allocation, 'waiting' | 'maxShare' | 'lines'>,
  lines: Lines,
): string | null {
  const { waiting } = round
  const left = subtractPercent(totals.availablePercentage, waiting.added)
  if (!isAboveZero(left)) return null
  const part = formatPart(left, subtractMoney(totals.availableAmount, waiting.addedAmount))
  const could = round.lines
    .map((line) => ({ name: mainName(line), more: askedBeyondOffer(line, lines, round.maxShare) }))
    .filter(({ more }) => isAboveZero(more))
    .toSorted((a, b) => compareFigures(b.more, a.more))
  return `${part} is left even if every open offer is accepted. ${describeTakers(could)}`
}

/** The open request of a lender apart from its unanswered offer, up to the largest share that it may hold. */
function askedBeyondOffer(
  { firmId, state, added }: Allocation['lines'][number],
  lines: Lines,
  maxShare: Percent | null,
): Percent {
  const own = lines.filter((line) => line.firmId === firmId && line.isHold === 'false')
  const sumOf = (isSoft: 'true' | 'false') =>
    sumPercent(own.filter((line) => line.isSoft === isSoft).map(({ percentage }) => percentage))
  const offered = state === 'offered' ? [added] : []
  const more = subtractPercent(sumOf('true'), sumPercent(offered))
  const most = subtractPercent(
    maxShare ?? wholePercent(100),
    sumPercent([sumOf('false'), ...offered]),
  )
  return compareFigures(more, most) > 0 ? most : more
}

function describeTakers(could: readonly { name: string; more: Percent }[]): string {
  if (could.length === 0) return 'No lender of this round asked for more.'
  const named = could.length > mostNamed + 1 ? could.slice(0, mostNamed) : could
  const others = could.slice(named.length).map(({ more }) => more)
  const parts = named.map(({ name, more }, index) =>
    index === 0
      ? `${name} asked for ${formatShare(more)} more`
      : `${name} for ${formatShare(more)}`,
  )
  if (others.length > 0)
    parts.push(`${others.length} others for ${formatShare(sumPercent(others))} together`)
  return `${new Intl.ListFormat('en').format(parts)}.`
}
