import type { Loan } from '#contract/loans/shapes.ts'
import {
  formatRatio,
  isBelowOne,
  leadingDebtYield,
  leadingDscr,
} from '#domain/loans/credit/credit.ts'
import { isLtvAsComplete } from '#domain/loans/ltv-basis.ts'
import type { LoanOrder } from '#domain/loans/orders.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatDollars, formatExactRate, formatRate } from '#domain/money.ts'
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
import { Fragment, useLayoutEffect, useRef, type ReactNode } from 'react'
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
  /** The available width in px. `onTooWide` reports that the table is wider. The parent then chooses another layout. */
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
  // The width is measured before painting so that a clipped table never appears.
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = card.current ?? {}
    if (scrollWidth > clientWidth) onTooWide(scrollWidth + roomPx - clientWidth)
  })
  return (
    <TableCard ref={card}>
      <Table
        label="Loans"
        className={cx(
          '[&_td]:px-1.5 [&_td]:py-0.5 [&_th]:px-1.5 2xl:[&_td]:px-2 2xl:[&_th]:px-2 [&_th:nth-last-child(-n+6)]:w-px',
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
              <Cell className="max-w-0 min-w-44 py-0!">
                <div className="flex items-center gap-2">
                  <CompareBox loan={loan} comparing={comparing} className="relative z-1" />
                  <LoanName
                    loan={loan}
                    hasBorrower={!isWide}
                    layout={isCompact ? (isRoomy ? 'line' : 'title') : 'lines'}
                  />
                </div>
              </Cell>
              {isWide && (
                <Cell className="w-[9%] max-w-0 min-[1400px]:w-[13%] text-muted-foreground 2xl:w-[16%] print:w-[20%]!">
                  <BorrowerName name={loan.borrowerName} isCompact={isCompact} />
                </Cell>
              )}
              <Cell numeric>
                {formatDollars(loan.amount)}
                {!isCompact && <DebtYield loan={loan} />}
              </Cell>
              <Cell numeric>
                {formatExactRate(exactRate(loan))}
                <Ltv loan={loan} isBeside={isCompact} />
              </Cell>
              <Cell numeric>
                {loan.term}m{!isCompact && <Coverage loan={loan} />}
              </Cell>
              <Cell>
                <div className={isRoomy ? 'min-w-56' : isCompact ? 'min-w-18' : 'min-w-27.5'}>
                  <RowProgress
                    loan={loan}
                    layout={isCompact ? (isRoomy ? 'line' : 'bar') : 'lines'}
                  />
                </div>
              </Cell>
              <Cell>
                <LoanStatusBadge status={loan.status} />
                {/* A maturity isn't worth a second line in a compact row. */}
                {!(isCompact && loan.status === 'funded') && <DueLine loan={loan} />}
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

/** Truncates words that are wider than the column instead of breaking them. */
function BorrowerName({ name, isCompact }: { name: string; isCompact: boolean }) {
  return (
    <span
      title={name}
      className={cx(
        'print:whitespace-normal',
        isCompact ? 'block truncate' : 'line-clamp-2 text-xs print:line-clamp-none',
      )}
    >
      {isCompact
        ? name
        : name.split(' ').map((word, place) => (
            <Fragment key={place}>
              <span className="inline-block max-w-full truncate align-bottom">{word}</span>{' '}
            </Fragment>
          ))}
    </span>
  )
}

/** Shows "9.06% DY". A debt yield on the stabilized NOI is marked, because the income doesn't exist yet. */
function DebtYield({ loan: { credit } }: { loan: Loan }) {
  const debtYield = leadingDebtYield(credit)
  if (!debtYield) return null
  return (
    <span className="block text-xs text-muted-foreground">
      {formatRate(debtYield)}{' '}
      {credit.debtYield ? (
        <abbr title="Debt yield" className="no-underline">
          DY
        </abbr>
      ) : (
        <abbr title="Debt yield, stabilized" className="no-underline">
          stab.
        </abbr>
      )}
    </span>
  )
}

/** Shows "1.12x DSCR", in amber if the income doesn't cover the debt service. */
function Coverage({ loan: { credit } }: { loan: Loan }) {
  const dscr = leadingDscr(credit)
  if (!dscr) return null
  return (
    <span
      className={cx('block text-xs', isBelowOne(dscr) ? 'text-warning' : 'text-muted-foreground')}
    >
      {formatRatio(dscr)}{' '}
      {credit.dscr ? (
        'DSCR'
      ) : (
        <abbr title="DSCR, stabilized" className="no-underline">
          DSCR st.
        </abbr>
      )}
    </span>
  )
}

/** Shows "64.80% LTV" or, as is common for construction loans, "60.00% LTV AC". */
function Ltv({ loan, isBeside }: { loan: Loan; isBeside: boolean }) {
  // Reserves the space of a missing LTV so that the rates stay aligned.
  if (!loan.ltv) return isBeside ? <span className="ml-1.5 inline-block min-w-12" /> : null
  return (
    <span
      className={cx(
        'text-xs text-muted-foreground',
        isBeside ? 'ml-1.5 inline-block min-w-12' : 'block',
      )}
    >
      {formatRate(loan.ltv)}
      {isLtvAsComplete(loan) && !isBeside ? (
        <abbr title="LTV as complete" className="no-underline">
          {' '}
          LTV AC
        </abbr>
      ) : (
        <span className={isBeside ? 'sr-only' : undefined}> LTV</span>
      )}
    </span>
  )
}

type LoanActionsProps = Pick<LoanTableProps, 'onCommit' | 'onMark'> & { loan: Loan }

/**
 * The buttons are subdued until the row has focus or is under the pointer. Accessible names include the title, to
 * distinguish rows.
 */
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
