import type { Loan } from '#contract/loans/shapes.ts'
import { formatShare, formatShortly } from '#domain/money.ts'
import { bindingShare, FundingBar } from './FundingBar.tsx'
import { availableAmount, takesCommitments } from './loan-availability.ts'

/** How far a loan is committed, and what is left: "50% · $15.75M left". */
export function LoanProgress({ loan }: { loan: Loan }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <FundingBar loan={loan} />
      <span className="text-xs whitespace-nowrap text-muted-foreground">
        {formatShare(bindingShare(loan))}
        {takesCommitments(loan) && ` · ${formatShortly(availableAmount(loan))} left`}
      </span>
    </div>
  )
}
