import { ArrowLeft } from 'lucide-react'
import type { Loan } from '#contract/loans/shapes.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatCents, formatExactRate } from '#domain/money.ts'
import { LoanDates } from '#web/loans/components/loan-detail/LoanDates.tsx'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { paths } from '#web/addresses/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'

export interface BookHeaderProps {
  loanId: string
  loan: Loan | undefined
  isMissing: boolean
  name?: 'Book' | 'Deal Desk'
}

export function BookHeader({ loanId, loan, isMissing, name = 'Book' }: BookHeaderProps) {
  const title = loan ? `${name} of ${loan.title}` : isMissing ? 'Loan not found' : null
  return (
    <div className="grid gap-3 print:gap-0">
      <div className="flex flex-wrap items-center justify-between gap-2 print:hidden">
        <ButtonLink href={paths.loan(loanId)} variant="ghost" size="s" className="-ml-2.5">
          <ArrowLeft aria-hidden="true" />
          Back to Loan
        </ButtonLink>
        {loan && (name === 'Book' || !loan.isDraft) && (
          <ButtonLink
            href={name === 'Book' ? paths.deal(loanId) : paths.book(loanId)}
            variant="outline"
            size="s"
          >
            {name === 'Book' ? 'Deal Desk' : 'Open Book'}
          </ButtonLink>
        )}
      </div>
      {/* The heading isn't replaced after loading, because it has focus. */}
      <header className={cx('min-w-0', !title && 'sr-only')}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-title font-semibold tracking-tight wrap-anywhere">
            {title ?? name}
          </h1>
          {loan && <LoanStatusBadge status={loan.status} isDraft={loan.isDraft} />}
        </div>
        {loan && <Terms loan={loan} />}
      </header>
    </div>
  )
}

function Terms({ loan }: { loan: Loan }) {
  return (
    <>
      <p className="text-muted-foreground wrap-anywhere">{loan.borrowerName}</p>
      <p className="mt-1 font-medium">
        {formatCents(loan.amount)} · {formatExactRate(exactRate(loan))} · {formatTerm(loan.term)}
      </p>
      <LoanDates loan={loan} />
    </>
  )
}
