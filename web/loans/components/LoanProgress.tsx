import type { Loan } from '#contract/loans/shapes.ts'
import { takesCommitments } from '#domain/loans/permissions.ts'
import { formatShare, formatShortly } from '#domain/money.ts'
import { bindingShare, FundingBar } from './FundingBar.tsx'
import { availableAmount } from './loan-availability.ts'
import { OwnShare } from './OwnShare.tsx'

/** Shows text such as "50% committed · $15.75M left", followed by the user's own share. */
export function LoanProgress({ loan }: { loan: Loan }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <FundingBar loan={loan} />
      <div>
        {/* In narrow layouts, the line breaks only after the dot. */}
        <p className="text-xs text-muted-foreground 2xl:whitespace-nowrap">
          {`${formatShare(bindingShare(loan))}\u00a0committed`}
          {takesCommitments(loan) && `\u00a0· ${formatShortly(availableAmount(loan))}\u00a0left`}
        </p>
        <OwnShare loan={loan} />
      </div>
    </div>
  )
}
