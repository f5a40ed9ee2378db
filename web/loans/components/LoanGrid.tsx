import type { Loan } from '#contract/loans/shapes.ts'
import { Card } from '#web/ui/display/Card.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import type { Comparing } from './compared-loans.ts'
import type { MarkedLoan } from './marks/MarkButton.tsx'
import { LoanCard } from './LoanCard.tsx'

export type LoanGridProps = {
  /** Undefined during loading, while the grid shows `placeholders` empty cards. */
  loans: Loan[] | undefined
  placeholders: number
  level: 2 | 3
  comparing?: Comparing
  isBelowBanner?: boolean
  onCommit: (loan: Loan) => void
  onMark?: (loan: MarkedLoan) => void
}

export function LoanGrid({ loans, placeholders, ...shared }: LoanGridProps) {
  return (
    <div className="@container">
      <div className="grid grid-cols-1 gap-3 @xl:grid-cols-2 @4xl:grid-cols-3">
        {loans
          ? loans.map((loan, index) => (
              <LoanCard key={loan.id} loan={loan} index={index} {...shared} />
            ))
          : Array.from({ length: placeholders }, (_, place) => <LoanCardSkeleton key={place} />)}
      </div>
    </div>
  )
}

function LoanCardSkeleton() {
  return (
    <Card className="overflow-hidden">
      <Skeleton className="aspect-5/2 rounded-none" />
      <div className="grid gap-3 p-4">
        <Skeleton className="h-10 w-3/4" />
        <Skeleton className="h-10" />
        <Skeleton className="h-8" />
        <Skeleton className="h-9 w-1/2" />
      </div>
    </Card>
  )
}
