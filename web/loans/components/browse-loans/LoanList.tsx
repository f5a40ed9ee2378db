import type { Loan } from '#contract/loans/shapes.ts'
import { formatDollars, formatRate } from '#domain/money.ts'
import { FundingBar } from '#web/loans/components/FundingBar.tsx'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoanActions } from './LoanActions.tsx'

export type LoanListProps = { loans: Loan[]; onCommit: (loan: Loan) => void }

/** The table's form on narrow screens: two lines per loan, and its actions. */
export function LoanList({ loans, onCommit }: LoanListProps) {
  return (
    <Card className="overflow-hidden">
      {/* Without bullets, Safari does not treat it as a list unless it has the role. */}
      <ul role="list" aria-label="Loans" className="divide-y">
        {loans.map((loan) => (
          <li key={loan.id} className="grid grid-cols-1 gap-2 px-4 py-3">
            <div className="flex justify-between gap-3 font-medium">
              <span className="min-w-0">{loan.title}</span>
              <span className="shrink-0">{formatDollars(loan.amount)}</span>
            </div>
            <div className="flex items-center justify-between gap-3 text-[0.8125rem] text-muted-foreground">
              <span className="flex min-w-0">
                <span className="truncate">{loan.borrowerName}</span>
                <span className="shrink-0 whitespace-pre">
                  {` · ${formatRate(loan.interestRate)} · ${loan.term}m`}
                </span>
              </span>
              <LoanStatusBadge status={loan.status} />
            </div>
            <FundingBar loan={loan} legend />
            <div className="grid grid-cols-2 gap-2">
              <LoanActions loan={loan} onCommit={onCommit} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
