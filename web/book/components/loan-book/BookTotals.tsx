import type { BookTotals as Totals } from '#contract/book/shapes.ts'
import { excessOf } from '#domain/book/sums.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import { formatPart, formatShare, sumMoney } from '#domain/money.ts'
import { FundingBar } from '#web/loans/components/FundingBar.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { SegmentSwatch, type SegmentLook } from '#web/ui/display/SegmentedBar.tsx'
import { formatHeldAmount, formatHeldShare } from '#web/book/components/holdings/format-held.ts'

export function BookTotals({ book: { loan, totals } }: { book: Totals }) {
  const lines: TotalLine[] = [
    {
      name: 'Binding',
      look: 'solid',
      share: totals.bindingPercentage,
      amount: totals.bindingAmount,
    },
    { name: 'Soft', look: 'hatch', share: totals.softPercentage, amount: totals.softAmount },
    {
      name: 'Total interest',
      note: 'binding + soft',
      share: totals.coveragePercentage,
      amount: sumMoney([totals.bindingAmount, totals.softAmount]),
    },
    { name: 'Available', share: totals.availablePercentage, amount: totals.availableAmount },
  ]
  return (
    <Card as="section" aria-labelledby="book-totals" className="@container">
      <CardHeader>
        <CardTitle id="book-totals">Totals</CardTitle>
      </CardHeader>
      <CardContent className="grid items-start gap-x-10 gap-y-4 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
        <div className="grid gap-3">
          <p className="flex items-baseline gap-2">
            <span className="text-figure font-semibold tracking-tight">
              {formatShare(totals.availablePercentage)}
            </span>
            <span className="text-muted-foreground">available</span>
          </p>
          <FundingBar
            loan={{
              title: loan.title,
              committedPercentage: totals.bindingPercentage,
              softPercentage: totals.softPercentage,
            }}
            legend
            isWhole
          />
          {loanCan('commit', loan.status) && <Oversubscribed totals={totals} />}
        </div>
        <table className="w-full">
          <caption className="sr-only">Totals of the book</caption>
          <thead>
            <tr className="text-xs text-muted-foreground">
              <th scope="col" className="text-left font-medium">
                <span className="sr-only">Kind</span>
              </th>
              <th scope="col" className="pb-1 text-right font-medium">
                Share
              </th>
              <th scope="col" className="pb-1 text-right font-medium">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <TotalRow key={line.name} {...line} />
            ))}
          </tbody>
        </table>
      </CardContent>
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

interface TotalLine {
  name: string
  look?: SegmentLook
  note?: string
  share: Totals['totals']['bindingPercentage']
  amount: Totals['totals']['bindingAmount']
}

function TotalRow({ name, look, note, share, amount }: TotalLine) {
  return (
    <tr className="[&>*]:border-t [&>*]:py-2">
      <th scope="row" className="text-left font-normal text-muted-foreground">
        <span className="inline-flex items-baseline gap-2">
          {look && <SegmentSwatch look={look} />}
          {name}
        </span>
        {note && <span className="block text-xs">{note}</span>}
      </th>
      <td className="pl-3 text-right font-medium whitespace-nowrap">{formatHeldShare(share)}</td>
      <td className="pl-3 text-right font-medium whitespace-nowrap">{formatHeldAmount(amount)}</td>
    </tr>
  )
}
