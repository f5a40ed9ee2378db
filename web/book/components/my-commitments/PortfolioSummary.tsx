import type { Portfolio } from '#contract/book/commitments.ts'
import { formatCents, formatRate, type Percent } from '#domain/money.ts'
import { notAvailable } from '#domain/texts.ts'
import { NotUpToDate } from '#web/lists/NotUpToDate.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import type { ReactNode } from 'react'

export function PortfolioSummary({
  portfolio: own,
  stale,
}: {
  portfolio: Portfolio | undefined
  stale: Error | null
}) {
  return (
    <section
      aria-labelledby="portfolio-summary"
      aria-busy={own === undefined}
      className="grid gap-2.5"
    >
      <h2 id="portfolio-summary" className="text-heading font-semibold">
        Portfolio Summary
      </h2>
      <NotUpToDate error={stale} />
      <Card className="@container overflow-hidden">
        <dl className="grid grid-cols-2 @xl:grid-cols-6 @4xl:grid-cols-[1.6fr_1fr_1fr_1.4fr_1fr]">
          <Figure
            name="Total Committed"
            note={
              <>
                Soft interest, not binding:{' '}
                <span className="@4xl:block">{own ? formatCents(own.softAmount) : '…'}</span>
              </>
            }
          >
            {own && formatCents(own.bindingAmount)}
          </Figure>
          <Figure name="Active Loans" note="Binding or soft" isMinor>
            {own?.activeLoans}
          </Figure>
          <Figure name="Avg. Rate" note="Across these loans" isMinor>
            {own && rateOrNone(own.averageRate)}
          </Figure>
          <Figure name="Annual Interest" note="Binding, at the note rate, gross" isMinor>
            {own && formatCents(own.annualInterest)}
          </Figure>
          <Figure name="Weighted Rate" note="By binding amount" isMinor>
            {own && rateOrNone(own.weightedRate)}
          </Figure>
        </dl>
      </Card>
    </section>
  )
}

const rateOrNone = (rate: Percent | null) => (rate === null ? notAvailable : formatRate(rate))

function Figure({
  name,
  note,
  isMinor = false,
  children,
}: {
  name: string
  note: ReactNode
  /** Minor figures share a row. */
  isMinor?: boolean
  children: ReactNode
}) {
  return (
    // Each cell draws its top and left borders. The card hides the outer borders.
    <div
      className={cx(
        '-mt-px -ml-px min-w-0 border-t border-l px-4.5 py-4 @max-xl:py-2',
        isMinor ? '@xl:@max-4xl:col-span-2' : '@max-xl:col-span-2 @xl:@max-4xl:col-span-4',
      )}
    >
      <dt className="text-[0.8125rem] text-muted-foreground">{name}</dt>
      <dd className="text-figure font-semibold tracking-tight wrap-anywhere @max-xl:text-base/6">
        {children ?? <Skeleton className="my-1 h-6.5 w-20 @max-xl:h-4" />}
      </dd>
      <dd className="text-[0.8125rem] text-muted-foreground">{note}</dd>
    </div>
  )
}
