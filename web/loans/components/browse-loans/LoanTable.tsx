import type { Loan } from '#contract/loans/shapes.ts'
import { isLtvAsComplete } from '#domain/loans/ltv-basis.ts'
import type { LoanOrder } from '#domain/loans/orders.ts'
import { formatDollars, formatRate } from '#domain/money.ts'
import { CompareBox } from '#web/loans/components/CompareBox.tsx'
import type { Comparing } from '#web/loans/components/compared-loans.ts'
import { CommitReason, CommitButton, solidInRow } from '#web/loans/components/CommitButton.tsx'
import { LoanProgress } from '#web/loans/components/LoanProgress.tsx'
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
  footer: ReactNode
}

export function LoanTable({
  loans,
  isWide,
  roomPx,
  onTooWide,
  comparing,
  onCommit,
  footer,
  ...sorting
}: LoanTableProps) {
  const card = useRef<HTMLDivElement>(null)
  // The width is measured before painting, so that a clipped table never appears.
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = card.current ?? {}
    if (scrollWidth > clientWidth) onTooWide(scrollWidth + roomPx - clientWidth)
  })
  return (
    <TableCard ref={card}>
      <Table label="Loans" className="[&_td]:px-2 [&_th]:px-2 [&_th:nth-last-child(-n+6)]:w-px">
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
          <HeaderCell numeric>Actions</HeaderCell>
        </TableHead>
        <TableBody>
          {loans.map((loan) => (
            <TableRow key={loan.id}>
              <Cell className="min-w-44">
                <div className="flex items-start gap-2.5">
                  <CompareBox loan={loan} comparing={comparing} className="pt-0.5" />
                  <LoanName loan={loan} hasBorrower={!isWide} />
                </div>
              </Cell>
              {isWide && (
                <Cell className="w-[14%] text-muted-foreground 2xl:w-[18%]">
                  <span title={loan.borrowerName} className="line-clamp-2 wrap-anywhere">
                    {loan.borrowerName}
                  </span>
                </Cell>
              )}
              <Cell numeric>{formatDollars(loan.amount)}</Cell>
              <Cell numeric>
                {formatRate(loan.interestRate)}
                {loan.ltv && (
                  <span className="block text-xs text-muted-foreground">
                    {formatRate(loan.ltv)} LTV
                    {isLtvAsComplete(loan) && <span className="block">as complete</span>}
                  </span>
                )}
              </Cell>
              <Cell numeric>{loan.term}m</Cell>
              <Cell>
                <LoanProgress loan={loan} />
                <CommitReason loan={loan} />
              </Cell>
              <Cell>
                <LoanStatusBadge status={loan.status} />
              </Cell>
              <Cell numeric>
                <LoanActions loan={loan} onCommit={onCommit} />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {footer}
    </TableCard>
  )
}

/** Accessible names include the title, because each row has the same actions. */
function LoanActions({ loan, onCommit }: { loan: Loan; onCommit: (loan: Loan) => void }) {
  return (
    <div className="flex items-center justify-end gap-0.5">
      <FavoriteButton
        loanId={loan.id}
        title={loan.title}
        className="size-7.5! border-transparent! bg-transparent!"
      />
      <ButtonLink
        variant="ghost"
        size="s"
        className="px-2!"
        href={paths.loan(loan.id)}
        aria-label={`View ${loan.title}`}
      >
        View
      </ButtonLink>
      <CommitButton
        loan={loan}
        onCommit={onCommit}
        variant="link"
        size="s"
        className={`px-2! no-underline! ${solidInRow}`}
      />
    </div>
  )
}
