import type { BookTotals as Totals } from '#contract/book/shapes.ts'
import { excessOf, leftAfterSoft } from '#domain/book/sums.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import {
  formatPart,
  formatShare,
  isAboveZero,
  sumMoney,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { FundingBar } from '#web/loans/components/FundingBar.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { SegmentSwatch, type SegmentLook } from '#web/ui/display/SegmentedBar.tsx'
import { formatHeldAmount } from '#web/book/components/holdings/format-held.ts'

/** Shows the available, binding, and soft totals, and a bar that illustrates them. */
export function BookTotals({ book: { loan, totals } }: { book: Totals }) {
  const isOffered = loanCan('commit', loan.status)
  const figures: TotalFigure[] = [
    { name: 'Available', share: totals.availablePercentage, amount: totals.availableAmount },
    ...(isOffered ? [{ name: 'Left after soft', ...leftAfterSoft(totals) }] : []),
    {
      name: 'Binding',
      look: 'solid',
      share: totals.bindingPercentage,
      amount: totals.bindingAmount,
    },
    { name: 'Soft', look: 'hatch', share: totals.softPercentage, amount: totals.softAmount },
    {
      name: 'Total interest',
      share: totals.coveragePercentage,
      amount: sumMoney([totals.bindingAmount, totals.softAmount]),
    },
  ]
  return (
    <Card as="section" aria-labelledby="book-totals" className="@container px-4.5 py-3">
      <h2 id="book-totals" className="sr-only">
        Totals
      </h2>
      <div className="grid gap-2.5">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-2 @max-xl:wrap-anywhere @xl:flex @xl:flex-wrap @xl:*:flex-[1_1_6rem]">
          {figures.map((figure) => (
            <TotalFigure key={figure.name} {...figure} />
          ))}
        </dl>
        <FundingBar
          loan={{
            title: loan.title,
            committedPercentage: totals.bindingPercentage,
            softPercentage: totals.softPercentage,
          }}
          isWhole
        />
        {isOffered && <Oversubscribed totals={totals} />}
      </div>
    </Card>
  )
}

function Oversubscribed({ totals }: { totals: Totals['totals'] }) {
  const excess = excessOf(totals)
  if (!excess) return null
  const soft = formatShare(totals.softPercentage)
  return (
    <p className="font-medium text-warning">
      Oversubscribed by {formatPart(excess.percentage, excess.amount)}: {soft} soft for{' '}
      {formatShare(totals.availablePercentage)} left
    </p>
  )
}

interface TotalFigure {
  name: string
  look?: SegmentLook
  share: Percent
  amount: Money
}

function TotalFigure({ name, look, share, amount }: TotalFigure) {
  return (
    <div>
      <dt className="flex items-baseline gap-1.5 text-xs text-muted-foreground">
        {look && <SegmentSwatch look={look} />}
        {name}
      </dt>
      <dd className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-sm font-semibold tracking-tight @4xl:text-base">
          {formatHeldAmount(amount)}
        </span>{' '}
        {isAboveZero(share) && (
          <span className="text-[0.8125rem] text-muted-foreground">{formatShare(share)}</span>
        )}
      </dd>
    </div>
  )
}
