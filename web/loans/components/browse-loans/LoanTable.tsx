import type { Loan } from '#contract/loans/shapes.ts'
import { isLtvAsComplete } from '#domain/loans/ltv-basis.ts'
import type { LoanOrder } from '#domain/loans/orders.ts'
import { formatDollars, formatRate } from '#domain/money.ts'
import { CompareBox } from '#web/loans/components/CompareBox.tsx'
import type { Comparing } from '#web/loans/components/compared-loans.ts'
import { CommitButton, solidInRow } from '#web/loans/components/CommitButton.tsx'
import { RowProgress } from '#web/loans/components/RowProgress.tsx'
import { MarkButton, type MarkedLoan } from '#web/loans/components/marks/MarkButton.tsx'
import { DueLine } from '#web/loans/components/Due.tsx'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import {
  Cell,
  HeaderCell,
  Table,
  TableBody,
  TableCard,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useDensity } from './density.ts'
import { LoanName } from './LoanName.tsx'
import { SortableHeader } from '#web/ui/display/SortableHeader.tsx'
import { FavoriteButton } from '#web/loans/components/FavoriteButton.tsx'
import { paths } from '#web/addresses/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'

export type LoanTableProps = {
  loans: Loan[]
  isWide: boolean
  /**
   * The available width in px. `onTooWide` reports a table that is wider, so that the parent can choose another
   * layout.
   */
  roomPx: number
  onTooWide: (takenPx: number) => void
  comparing: Comparing
  sort: LoanOrder
  onSort: (sort: LoanOrder) => void
  onCommit: (loan: Loan) => void
  onMark: (loan: MarkedLoan) => void
  footer: ReactNode
}

export function LoanTable({
  loans,
  isWide,
  roomPx,
  onTooWide,
  comparing,
  onCommit,
  onMark,
  footer,
  ...sorting
}: LoanTableProps) {
  const isCompact = useDensity() === 'compact'
  const isRoomy = roomPx >= roomyPx
  const card = useRef<HTMLDivElement>(null)
  // The width is measured before painting, so that a clipped table never appears.
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = card.current ?? {}
    if (scrollWidth > clientWidth) onTooWide(scrollWidth + roomPx - clientWidth)
  })
  return (
    <TableCard ref={card}>
      <Table
        label="Loans"
        className={cx(
          '[&_td]:px-2 [&_td]:py-0.5 [&_th]:px-2 [&_th:nth-last-child(-n+6)]:w-px',
          isCompact && '[&_td]:h-9',
        )}
      >
        <TableHead>
          <SortableHeader
            label="Loan"
            orders={['title', '-title']}
            ascending="title"
            unsorted="newest"
            {...sorting}
          />
          {isWide && <HeaderCell>Borrower</HeaderCell>}
          <SortableHeader
            label="Amount"
            orders={['-amount', 'amount']}
            ascending="amount"
            numeric
            unsorted="newest"
            {...sorting}
          />
          <SortableHeader
            label="Rate"
            orders={['-rate', 'rate']}
            ascending="rate"
            numeric
            unsorted="newest"
            {...sorting}
          />
          <SortableHeader
            label="Term"
            orders={['term', '-term']}
            ascending="term"
            numeric
            // This padding leaves room for the sort arrow, because the cells are narrower than the header.
            className="pl-5!"
            unsorted="newest"
            {...sorting}
          />
          {/* Sorts by available share, because the loans with the least progress have the most available. */}
          <SortableHeader
            label="Progress"
            orders={['-available', 'available']}
            ascending="-available"
            unsorted="newest"
            {...sorting}
          />
          <HeaderCell>Status</HeaderCell>
          <HeaderCell numeric className="print:hidden">
            Actions
          </HeaderCell>
        </TableHead>
        <TableBody>
          {loans.map((loan) => (
            <TableRow key={loan.id} className="relative">
              <Cell className="max-w-0 min-w-44">
                <div className="flex items-center gap-2.5">
                  <CompareBox loan={loan} comparing={comparing} className="relative z-1" />
                  <LoanName
                    loan={loan}
                    hasBorrower={!isWide}
                    layout={isCompact ? (isRoomy ? 'line' : 'title') : 'lines'}
                  />
                </div>
              </Cell>
              {isWide && (
                <Cell className="w-[10%] max-w-0 text-muted-foreground 2xl:w-[16%]">
                  <span
                    title={loan.borrowerName}
                    className={
                      isCompact ? 'block truncate' : 'line-clamp-2 text-xs/4 wrap-anywhere'
                    }
                  >
                    {loan.borrowerName}
                  </span>
                </Cell>
              )}
              <Cell numeric>{formatDollars(loan.amount)}</Cell>
              <Cell numeric>
                {formatRate(loan.interestRate)}
                <Ltv loan={loan} isBeside={isCompact} />
              </Cell>
              <Cell numeric>{loan.term}m</Cell>
              <Cell>
                <div className={isRoomy ? 'min-w-40' : isCompact ? 'min-w-18' : 'min-w-25'}>
                  <RowProgress
                    loan={loan}
                    layout={isCompact ? (isRoomy ? 'line' : 'bar') : 'lines'}
                  />
                </div>
              </Cell>
              <Cell>
                <LoanStatusBadge status={loan.status} />
                <DueLine loan={loan} />
              </Cell>
              <Cell numeric className="pr-2.5! print:hidden">
                <LoanActions loan={loan} onCommit={onCommit} onMark={onMark} />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {footer}
    </TableCard>
  )
}

/** The table width in px from which a compact row has room for text beside the funding bar. */
const roomyPx = 1300

/** Returns text such as "64.80% LTV". "AC" marks an as-complete LTV, as is common for construction loans. */
function Ltv({ loan, isBeside }: { loan: Loan; isBeside: boolean }) {
  // Reserves the space of a missing LTV, so that the rates stay aligned.
  if (!loan.ltv) return isBeside ? <span className="ml-1.5 inline-block min-w-12" /> : null
  return (
    <span
      className={cx(
        'text-xs text-muted-foreground',
        isBeside ? 'ml-1.5 inline-block min-w-12' : 'block',
      )}
    >
      {formatRate(loan.ltv)}
      <span className={isBeside ? 'sr-only' : undefined}> LTV</span>
      {isLtvAsComplete(loan) && (
        <abbr title="LTV as complete" className="no-underline">
          <span aria-hidden="true"> AC</span>
          <span className="sr-only"> as complete</span>
        </abbr>
      )}
    </span>
  )
}

type LoanActionsProps = Pick<LoanTableProps, 'onCommit' | 'onMark'> & { loan: Loan }

/** Subdued until the row is focused or under the pointer. Accessible names include the title, to distinguish rows. */
function LoanActions({ loan, onCommit, onMark }: LoanActionsProps) {
  return (
    <div className="relative z-1 flex items-center justify-end">
      <FavoriteButton
        loanId={loan.id}
        title={loan.title}
        className="size-7! border-transparent! bg-transparent!"
      />
      <MarkButton loan={loan} onMark={onMark} className="size-7!" />
      <ButtonLink
        variant="ghost"
        size="s"
        className="px-1.5!"
        href={paths.loan(loan.id)}
        aria-label={`View ${loan.title}`}
      >
        View
      </ButtonLink>
      <CommitButton
        loan={loan}
        onCommit={onCommit}
        variant="ghost"
        size="s"
        className={`px-1.5! ${solidInRow}`}
      />
    </div>
  )
}
