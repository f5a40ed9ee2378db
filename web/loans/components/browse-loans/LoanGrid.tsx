import type { Loan } from '#contract/loans/shapes.ts'
import type { Comparing } from '#web/loans/components/compared-loans.ts'
import { LoanCard } from '#web/loans/components/LoanCard.tsx'
import { LoanCardSkeleton } from '#web/loans/components/LoanCardSkeleton.tsx'

export type LoanGridProps = {
  /** Undefined while loading. */
  loans: Loan[] | undefined
  /** The width to fill. */
  width: number
  comparing: Comparing
  onCommit: (loan: Loan) => void
}

/** The loans as cards: one to three side by side, none narrower than its figures need. */
export function LoanGrid({ loans, width, ...shared }: LoanGridProps) {
  const columns = width >= 900 ? 3 : width >= 580 ? 2 : 1
  return (
    <div
      className="grid gap-4"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {loans
        ? loans.map((loan, index) => (
            <LoanCard key={loan.id} loan={loan} index={index} level={2} {...shared} />
          ))
        : [0, 1, 2, 3, 4, 5].map((place) => <LoanCardSkeleton key={place} />)}
    </div>
  )
}
