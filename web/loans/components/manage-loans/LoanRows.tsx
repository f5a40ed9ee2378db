import type { Loan } from '#contract/loans/shapes.ts'
import { takesCommitments } from '#domain/loans/permissions.ts'
import { formatDollars, formatShare, formatShortly } from '#domain/money.ts'
import { notAvailable } from '#domain/texts.ts'
import { bindingShare } from '#web/loans/components/FundingBar.tsx'
import { availableAmount, deleteObstacle } from '#web/loans/components/loan-availability.ts'
import { DueLine } from '#web/loans/components/Due.tsx'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { paths } from '#web/addresses/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import { useWidth } from '#web/ui/use-width.ts'
import { Link } from 'wouter'

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
            <Cell className="min-w-40 font-medium wrap-anywhere">
              <TitleLink loan={loan} />
              {!isWide && <Aside loan={loan} />}
            </Cell>
            {isWide && <Cell className="min-w-28 wrap-anywhere">{loan.borrowerName}</Cell>}
            <Cell numeric>
              {formatDollars(loan.amount)}
              <Committed loan={loan} />
            </Cell>
            {isWide && <Cell className="wrap-anywhere">{loan.propertyType ?? notAvailable}</Cell>}
            <Cell>
              <LoanStatusBadge status={loan.status} isDraft={loan.isDraft} />
              <DueLine loan={loan} />
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

function ManagedLoanList({ loans, ...acts }: LoanRowsProps) {
  return (
    // Safari doesn't treat a list without bullets as a list unless it has an explicit role.
    <ul role="list" aria-label="Loans" className="divide-y">
      {loans.map((loan) => (
        <li key={loan.id} className="grid grid-cols-1 gap-2 px-4.5 py-3">
          <div className="flex justify-between gap-3 font-medium">
            <span className="min-w-0 wrap-anywhere">
              <TitleLink loan={loan} />
            </span>
            <span className="shrink-0 text-right">
              {formatDollars(loan.amount)}
              <Committed loan={loan} />
            </span>
          </div>
          <div className="flex items-start justify-between gap-3">
            <Aside loan={loan} />
            <span className="text-right">
              <LoanStatusBadge status={loan.status} isDraft={loan.isDraft} />
              <DueLine loan={loan} />
            </span>
          </div>
          <div className="grid grid-cols-3 gap-2">
            <ManagedLoanActions loan={loan} {...acts} />
          </div>
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

/** Shows text such as "47% · $7.55M left". */
function Committed({ loan }: { loan: Loan }) {
  if (loan.isDraft) return null
  const share = formatShare(bindingShare(loan))
  return (
    <span className="block text-xs font-normal whitespace-nowrap text-muted-foreground">
      {takesCommitments(loan)
        ? `${share} · ${formatShortly(availableAmount(loan))} left`
        : `${share} committed`}
    </span>
  )
}

function Aside({ loan }: { loan: Loan }) {
  return (
    <span className="block min-w-0 text-[0.8125rem] font-normal wrap-anywhere text-muted-foreground">
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
