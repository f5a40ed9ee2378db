import type { Portfolio } from '#contract/book/commitments.ts'
import { formatCents, formatRate } from '#domain/money.ts'
import { notAvailable } from '#domain/texts.ts'
import { Card } from '#web/ui/Card.tsx'
import type { ReactNode } from 'react'

export function PortfolioSummary({ portfolio }: { portfolio: Portfolio }) {
  const { bindingAmount, softAmount, activeLoans, averageRate } = portfolio
  return (
    <section aria-labelledby="portfolio-summary" className="grid gap-2.5">
      <h2 id="portfolio-summary" className="text-heading font-semibold">
        Portfolio Summary
      </h2>
      <Card className="overflow-hidden">
        <dl className="grid divide-y sm:grid-cols-[2fr_1fr_1fr] sm:divide-x sm:divide-y-0">
          <Figure
            name="Total Committed"
            note={`Soft interest, not binding: ${formatCents(softAmount)}`}
          >
            {formatCents(bindingAmount)}
          </Figure>
          <Figure name="Active Loans" note="Binding or soft">
            {activeLoans}
          </Figure>
          <Figure name="Avg. Rate" note="Across these loans">
            {averageRate === null ? notAvailable : formatRate(averageRate)}
          </Figure>
        </dl>
      </Card>
    </section>
  )
}

function Figure({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className="min-w-0 px-4.5 py-4">
      <dt className="text-[0.8125rem] text-muted-foreground">{name}</dt>
      <dd className="text-figure font-semibold tracking-tight wrap-anywhere">{children}</dd>
      <dd className="text-[0.8125rem] text-muted-foreground">{note}</dd>
    </div>
  )
}
