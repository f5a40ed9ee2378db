import type { Loan } from '#contract/loans/shapes.ts'
import { LoanCard } from '#web/loans/components/LoanCard.tsx'
import { LoanCardSkeleton } from '#web/loans/components/LoanCardSkeleton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useWidth } from '#web/ui/use-width.ts'
import type { BrowseState } from './url-filters.ts'
import { LoanList } from './LoanList.tsx'
import { LoanTable } from './LoanTable.tsx'

export type LoanResultsProps = {
  /** Undefined while loading: then gray placeholders are shown. */
  loans: Loan[] | undefined
  state: Pick<BrowseState, 'view' | 'sort'>
  onSort: (sort: BrowseState['sort']) => void
  onCommit: (loan: Loan) => void
}

/** The loans as a table or as cards, adapted to the available width. */
export function LoanResults({ loans, state: { view, sort }, onSort, onCommit }: LoanResultsProps) {
  const [ref, width] = useWidth()
  return (
    <div ref={ref}>
      {view === 'grid' ? (
        <div className="grid gap-4" style={{ gridTemplateColumns: columns(width) }}>
          {loans
            ? loans.map((loan, index) => (
                <LoanCard key={loan.id} loan={loan} index={index} level={2} onCommit={onCommit} />
              ))
            : [0, 1, 2, 3, 4, 5].map((place) => <LoanCardSkeleton key={place} />)}
        </div>
      ) : !loans ? (
        <RowsSkeleton isTable={width >= tableFitsPx} />
      ) : width >= tableFitsPx ? (
        <LoanTable
          loans={loans}
          isWide={width >= borrowerFitsPx}
          sort={sort}
          onSort={onSort}
          onCommit={onCommit}
        />
      ) : (
        <LoanList loans={loans} onCommit={onCommit} />
      )}
    </div>
  )
}

const tableFitsPx = 820
const borrowerFitsPx = 935

/** One to three cards side by side, none narrower than its figures need. */
const columns = (width: number) =>
  `repeat(${width >= 900 ? 3 : width >= 580 ? 2 : 1}, minmax(0, 1fr))`

function RowsSkeleton({ isTable }: { isTable: boolean }) {
  return (
    <Card className="grid gap-3 p-4">
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <Skeleton key={place} className={isTable ? 'h-9' : 'h-32'} />
      ))}
    </Card>
  )
}
