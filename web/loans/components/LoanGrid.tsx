import type { Loan } from '#contract/loans/shapes.ts'
import type { Comparing } from './compared-loans.ts'
import { LoanCard } from './LoanCard.tsx'
import { LoanCardSkeleton } from './LoanCardSkeleton.tsx'

export type LoanGridProps = {
  /** Undefined while loading, which shows `placeholders` skeletons. */
  loans: Loan[] | undefined
  placeholders: number
  level: 2 | 3
  comparing?: Comparing
  onCommit: (loan: Loan) => void
}

export function LoanGrid({ loans, placeholders, ...shared }: LoanGridProps) {
  return (
    <div className="@container">
      <div className="grid grid-cols-1 gap-4 @xl:grid-cols-2 @4xl:grid-cols-3">
        {loans
          ? loans.map((loan, index) => (
              <LoanCard key={loan.id} loan={loan} index={index} {...shared} />
            ))
          : Array.from({ length: placeholders }, (_, place) => <LoanCardSkeleton key={place} />)}
      </div>
    </div>
  )
}
