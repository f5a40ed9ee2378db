import { EllipsisVertical } from 'lucide-react'
import type { Loan } from '#contract/loans/shapes.ts'
import { takesCommitments } from '#domain/loans/permissions.ts'
import {
  compareFigures,
  formatDollars,
  formatShare,
  formatShortly,
  isAboveZero,
  sumPercent,
  wholePercent,
} from '#domain/money.ts'
import { notAvailable } from '#domain/texts.ts'
import { bindingShare } from '#web/loans/components/FundingBar.tsx'
import { availableAmount, deleteObstacle } from '#web/loans/components/loan-availability.ts'
import { describeStage } from '#web/loans/components/describe-stage.ts'
import { AudienceMark } from '#web/loans/components/AudienceMark.tsx'
import { Due, DueLine } from '#web/loans/components/Due.tsx'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { paths } from '#web/addresses/paths.ts'
import { ActionMenu } from '#web/ui/overlays/ActionMenu.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import { cx } from '#web/ui/cx.ts'
import { useWidth } from '#web/ui/use-width.ts'
import { Link, useLocation } from 'wouter'

export type LoanAction = 'publish' | 'edit' | 'delete'

export interface LoanRowsProps {
  loans: Loan[]
  onAct: (action: LoanAction, loan: Loan) => void
  /** Called when the user points at or focuses an action, to load its code. */
  onIntent: (action: LoanAction) => void
}

export function LoanRows(props: LoanRowsProps) {
  const [ref, width] = useWidth()
  return (
    <div ref={ref} className="border-t">
      {width >= tableFitsPx ? (
        <ManagedLoanTable {...props} isWide={width >= everyColumnFitsPx} />
      ) : (
        <ManagedLoanList {...props} />
      )}
    </div>
  )
}

const tableFitsPx = 620
const everyColumnFitsPx = 880

/** If `isWide`, the borrower and property type are in columns instead of below the title. */
function ManagedLoanTable({ loans, isWide, ...acts }: LoanRowsProps & { isWide: boolean }) {
  return (
    <Table label="Loans">
      <TableHead>
        <HeaderCell>Title</HeaderCell>
        {isWide && <HeaderCell>Borrower</HeaderCell>}
        <HeaderCell numeric>Amount</HeaderCell>
        {isWide && <HeaderCell>Property Type</HeaderCell>}
        <HeaderCell>Status</HeaderCell>
        <HeaderCell numeric className="print:hidden">
          Actions
        </HeaderCell>
      </TableHead>
      <TableBody>
        {loans.map((loan) => (
          <TableRow key={loan.id}>
            <Cell className={cx('max-w-0 min-w-40 font-medium', isWide ? 'w-3/5' : 'w-full')}>
              <span className="block truncate" title={loan.title}>
                <TitleLink loan={loan} />
              </span>
              {!isWide && <Aside loan={loan} />}
              <span className="flex items-baseline gap-1.5">
                <AudienceMark loan={loan} />
                <SoftInterest loan={loan} />
              </span>
            </Cell>
            {isWide && (
              <Cell className="w-2/5 max-w-0 min-w-28" title={loan.borrowerName}>
                <span className="line-clamp-2 wrap-break-word">{loan.borrowerName}</span>
              </Cell>
            )}
            <Cell numeric>
              {formatDollars(loan.amount)}
              {isOffered(loan) && (
                <span className="block text-xs font-medium">{describeGap(loan)}</span>
              )}
            </Cell>
            {isWide && (
              <Cell className="max-w-36 wrap-break-word">{loan.propertyType ?? notAvailable}</Cell>
            )}
            <Cell>
              <LoanStatusBadge status={loan.status} isDraft={loan.isDraft} />
              <DueLine loan={loan} />
              <Stage loan={loan} />
            </Cell>
            <Cell numeric className="print:hidden">
              <div className="flex justify-end gap-1.5">
                <ManagedLoanActions loan={loan} {...acts} />
              </div>
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function ManagedLoanList({ loans, onAct }: LoanRowsProps) {
  return (
    // Safari doesn't treat a list without bullets as a list unless it has an explicit role.
    <ul role="list" aria-label="Loans" className="divide-y">
      {loans.map((loan) => (
        <li key={loan.id} className="flex items-center gap-2 py-2.5 pr-1.5 pl-4.5">
          <div className="min-w-0 flex-1">
            <div className="flex items-baseline justify-between gap-2 font-medium">
              <span className="min-w-0 wrap-anywhere">
                <TitleLink loan={loan} /> <AudienceMark loan={loan} />
              </span>
              <LoanStatusBadge status={loan.status} isDraft={loan.isDraft} />
            </div>
            <p className="text-[0.8125rem] font-medium">
              {isOffered(loan) && `${describeGap(loan)} of `}
              {formatDollars(loan.amount)}
            </p>
            <p className="flex flex-wrap items-baseline gap-x-2 text-xs">
              <Due loan={loan} />
              <Stage loan={loan} />
              <SoftInterest loan={loan} />
            </p>
            <Aside loan={loan} />
          </div>
          <ManagedLoanMenu loan={loan} onAct={onAct} />
        </li>
      ))}
    </ul>
  )
}

function TitleLink({ loan }: { loan: Loan }) {
  return (
    <Link
      href={paths.loan(loan.id)}
      className="underline decoration-muted-foreground/50 underline-offset-4 hover:decoration-current"
    >
      {loan.title}
    </Link>
  )
}

const isOffered = (loan: Loan) => !loan.isDraft && takesCommitments(loan)

/** Returns text such as "47% · $7.55M left". */
const describeGap = (loan: Loan) =>
  `${formatShare(bindingShare(loan))} · ${formatShortly(availableAmount(loan))} left`

function SoftInterest({ loan }: { loan: Loan }) {
  if (loan.isDraft || !isAboveZero(loan.softPercentage)) return null
  return (
    <span className="block text-xs font-normal text-muted-foreground">
      {formatShare(loan.softPercentage)} soft interest
      {isOversubscribed(loan) && (
        <span className="font-medium text-warning"> · oversubscribed</span>
      )}
    </span>
  )
}

/** True if lenders indicated more than is left, so that the shares must be allocated. */
const isOversubscribed = (loan: Loan) =>
  loan.bookStage === 'open' &&
  compareFigures(sumPercent([loan.committedPercentage, loan.softPercentage]), wholePercent(100)) > 0

/** Leads to the desk, where an administrator works on the stage. */
function Stage({ loan }: { loan: Loan }) {
  const text = describeStage(loan)
  return (
    text && (
      <Link
        href={paths.deal(loan.id)}
        aria-label={`${text}: Deal Desk of ${loan.title}`}
        className="text-xs font-medium whitespace-nowrap underline decoration-muted-foreground/50 underline-offset-4 hover:decoration-current max-md:py-1.5"
      >
        {text}
      </Link>
    )
  )
}

function Aside({ loan }: { loan: Loan }) {
  return (
    <span className="block min-w-0 truncate text-xs font-normal text-muted-foreground">
      {[loan.borrowerName, loan.propertyType].filter(Boolean).join(' · ')}
    </span>
  )
}

/** Accessible names include the title, because each row has the same actions. */
function ManagedLoanActions({
  loan,
  onAct,
  onIntent,
}: Omit<LoanRowsProps, 'loans'> & { loan: Loan }) {
  const act = (action: LoanAction) => ({
    onClick: () => onAct(action, loan),
    onPointerEnter: () => onIntent(action),
    onFocus: () => onIntent(action),
  })
  const whyKept = deleteObstacle(loan)
  return (
    <>
      {loan.can.includes('publish') ? (
        <Button variant="outline" size="s" aria-label={`Publish ${loan.title}`} {...act('publish')}>
          Publish
        </Button>
      ) : (
        <ButtonLink
          variant="outline"
          size="s"
          href={paths.book(loan.id)}
          aria-label={`Book of ${loan.title}`}
        >
          Book
        </ButtonLink>
      )}
      <Button variant="outline" size="s" aria-label={`Edit ${loan.title}`} {...act('edit')}>
        Edit
      </Button>
      <Button
        variant="ghost"
        size="s"
        aria-label={`Delete ${loan.title}`}
        disabled={whyKept !== undefined}
        // Screen readers announce the title as a description, after the name.
        title={whyKept}
        {...act('delete')}
      >
        Delete
      </Button>
    </>
  )
}

/** The same actions for phones, where three buttons would take a separate line. */
function ManagedLoanMenu({ loan, onAct }: Pick<LoanRowsProps, 'onAct'> & { loan: Loan }) {
  const [, navigate] = useLocation()
  const whyKept = deleteObstacle(loan)
  return (
    <ActionMenu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Actions for ${loan.title}`}>
          <EllipsisVertical aria-hidden="true" />
        </Button>
      }
      actions={[
        loan.can.includes('publish')
          ? { label: 'Publish', onSelect: () => onAct('publish', loan) }
          : { label: 'Open Book', onSelect: () => navigate(paths.book(loan.id)) },
        { label: 'Deal Desk', onSelect: () => navigate(paths.deal(loan.id)) },
        { label: 'Edit', onSelect: () => onAct('edit', loan) },
        {
          label: 'Delete',
          ...(whyKept && { disabled: true, hint: whyKept }),
          onSelect: () => onAct('delete', loan),
        },
      ]}
    />
  )
}
