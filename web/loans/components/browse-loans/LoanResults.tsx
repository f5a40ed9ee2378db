import type { Loan } from '#contract/loans/shapes.ts'
import { Card } from '#web/ui/display/Card.tsx'
import { LoanGrid } from '#web/loans/components/LoanGrid.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import { useWidth } from '#web/ui/use-width.ts'
import type { Comparing } from '#web/loans/components/compared-loans.ts'
import { type ReactNode, useEffect, useState } from 'react'
import type { BrowseState } from './url-filters.ts'
import { LoanList } from './LoanList.tsx'
import { LoanTable } from './LoanTable.tsx'
import type { MarkedLoan } from '#web/loans/components/marks/MarkButton.tsx'

export type LoanResultsProps = {
  loans: Loan[] | undefined
  state: Pick<BrowseState, 'view' | 'sort'>
  comparing: Comparing
  onSort: (sort: BrowseState['sort']) => void
  onCommit: (loan: Loan) => void
  onMark: (loan: MarkedLoan) => void
  totals: ReactNode
}

export function LoanResults({
  loans,
  state: { view, sort },
  comparing,
  onSort,
  onCommit,
  onMark,
  totals,
}: LoanResultsProps) {
  const [ref, width] = useWidth()
  const fit = useTableFit(loans, width)
  const shared = { comparing, onCommit, onMark }
  const footer = <div className="border-t px-4.5 py-2.5">{totals}</div>
  return (
    <div ref={ref}>
      {view === 'grid' ? (
        <div className="grid gap-3">
          <LoanGrid loans={loans} placeholders={6} level={2} {...shared} />
          {loans && totals}
        </div>
      ) : !loans ? (
        <RowsSkeleton isTable={fit.isTable} />
      ) : fit.isTable ? (
        <LoanTable
          loans={loans}
          isWide={fit.hasBorrower}
          roomPx={width}
          onTooWide={fit.reportWidth}
          sort={sort}
          onSort={onSort}
          footer={footer}
          {...shared}
        />
      ) : (
        <LoanList loans={loans} footer={footer} {...shared} />
      )}
    </div>
  )
}

function RowsSkeleton({ isTable }: { isTable: boolean }) {
  return (
    <Card className="grid gap-3 p-4">
      <Skeletons count={6} className={isTable ? 'h-11' : 'h-20'} />
    </Card>
  )
}

/** The table's minimum width, without and with the borrower column. */
const leastPx = { table: 820, borrower: 935 }

interface Wide {
  /**
   * The loans for which the table was measured. As long as the list includes all of them, the table is at least this
   * wide.
   */
  ids: string[]
  px: typeof leastPx
}

/**
 * Determines whether a table fits a width in px, with or without the borrower column. Large amounts or long words can
 * make a table wider than estimated. The rendered table then reports its actual width.
 */
function useTableFit(loans: readonly Loan[] | undefined, width: number) {
  const [wide, setWide] = useState<Wide | null>(null)
  // A width measured with the wider fallback font would keep the table away after the own font has loaded.
  useEffect(() => void document.fonts.ready.then(() => setWide(null)), [])
  const listed = new Set(loans?.map(({ id }) => id))
  const px = wide?.ids.every((id) => listed.has(id)) ? wide.px : leastPx
  const hasBorrower = width >= px.borrower
  return {
    isTable: hasBorrower || width >= px.table,
    hasBorrower,
    reportWidth: (takenPx: number) =>
      setWide({
        ids: [...listed],
        px: { ...px, [hasBorrower ? 'borrower' : 'table']: takenPx },
      }),
  }
}
