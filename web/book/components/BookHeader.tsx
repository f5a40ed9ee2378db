import type { Loan } from '#contract/loans/shapes.ts'
import { formatTerm, loanCan } from '#domain/loans/statuses.ts'
import { formatCents, formatRate } from '#domain/money.ts'
import { ExportButton } from '#web/actions/ExportButton.tsx'
import { takesCommitments } from '#web/loans/components/loan-availability.ts'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { callFile } from '#web/api/call-file.ts'
import { paths } from '#web/paths.ts'
import { formatTimestamp } from '#web/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { ArrowLeft } from '#web/ui/icons/arrow-left.ts'
import { MessagesSquare } from '#web/ui/icons/messages-square.ts'
import { Printer } from '#web/ui/icons/printer.ts'
import { usePrintedAt } from './use-printed-at.ts'

export interface BookHeaderProps {
  loanId: string
  /** Undefined while loading, and when it does not exist. */
  loan: Loan | undefined
  isMissing: boolean
  onRecord: () => void
  /** Loads what is not on the page yet, then prints. */
  onPrint: () => void
  isPrinting: boolean
}

/** Whose book it is, on which terms, and what can be done with it. */
export function BookHeader({ loanId, loan, isMissing, ...acts }: BookHeaderProps) {
  const title = loan ? `Book of ${loan.title}` : isMissing ? 'Loan not found' : null
  return (
    <div className="grid gap-3 print:gap-0">
      <div className="print:hidden">
        <ButtonLink href={paths.loan(loanId)} variant="ghost" size="s" className="-ml-2.5">
          <ArrowLeft aria-hidden="true" />
          Back to Loan
        </ButtonLink>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        {/* The heading is rendered from the start and stays the same element, because it has the focus. */}
        <header className={cx('min-w-0', !title && 'sr-only')}>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-title font-semibold tracking-tight wrap-anywhere">
              {title ?? 'Book'}
            </h1>
            {loan && <LoanStatusBadge status={loan.status} isDraft={loan.isDraft} />}
          </div>
          {loan && <Terms loan={loan} />}
        </header>
        {loan && <Actions loan={loan} {...acts} />}
      </div>
    </div>
  )
}

function Terms({ loan }: { loan: Loan }) {
  const printedAt = usePrintedAt()
  return (
    <>
      <p className="text-muted-foreground wrap-anywhere">{loan.borrowerName}</p>
      <p className="mt-1 font-medium">
        {formatCents(loan.amount)} · {formatRate(loan.interestRate)} · {formatTerm(loan.term)}
      </p>
      <p className="hidden text-xs text-muted-foreground print:block">
        Printed {formatTimestamp(printedAt)}
      </p>
    </>
  )
}

type ActionsProps = { loan: Loan } & Pick<BookHeaderProps, 'onRecord' | 'onPrint' | 'isPrinting'>

function Actions({ loan, onRecord, onPrint, isPrinting }: ActionsProps) {
  const obstacle = recordObstacle(loan)
  return (
    <div className="grid gap-1.5 max-md:w-full print:hidden">
      <div className="flex flex-wrap gap-2 max-md:grid max-md:grid-cols-2 max-md:[&>:first-child]:col-span-2">
        <Button
          disabled={obstacle !== null}
          aria-describedby={obstacle === null ? undefined : 'record-obstacle'}
          onClick={onRecord}
        >
          Record Commitment
        </Button>
        <ExportButton
          label="Export CSV"
          fetchFile={() => callFile('exportBookAsCsv', { params: { id: loan.id } })}
        />
        <ExportButton
          label="Export XLSX"
          fetchFile={() => callFile('exportBookAsXlsx', { params: { id: loan.id } })}
        />
        <Button variant="outline" busy={isPrinting} onClick={onPrint}>
          <Printer aria-hidden="true" />
          Print
        </Button>
        <ButtonLink href={`${paths.loan(loan.id)}#messages`} variant="outline">
          <MessagesSquare aria-hidden="true" />
          Messages
        </ButtonLink>
      </div>
      {obstacle && (
        <p id="record-obstacle" className="text-[0.8125rem] text-muted-foreground">
          {obstacle}
        </p>
      )}
    </div>
  )
}

/** Why nothing can be recorded now; null when recording is possible. */
function recordObstacle(loan: Loan): string | null {
  if (loan.isDraft) return 'This loan is a draft. Publish it first.'
  if (!loanCan('commit', loan.status)) return 'This loan is fully funded, so its book is final.'
  return takesCommitments(loan) ? null : 'This loan is fully committed.'
}
