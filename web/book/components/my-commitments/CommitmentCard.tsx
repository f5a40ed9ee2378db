import type { Commitment } from '#contract/book/commitments.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatCents, formatExactRate, formatShare, percentNumber } from '#domain/money.ts'
import { shortageOf } from '#web/book/components/holdings/soft-lines.ts'
import { LoanStatusBadge } from '#web/loans/components/LoanStatusBadge.tsx'
import { paths } from '#web/addresses/paths.ts'
import { formatDate } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { SegmentedBar } from '#web/ui/display/SegmentedBar.tsx'
import { cx } from '#web/ui/cx.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ActButtons, actsClass, useAnswerTo } from './ActButtons.tsx'
import { NextDate } from './NextDate.tsx'
import { ownActs, type OwnAction } from './own-acts.ts'

export interface CommitmentCardProps {
  commitment: Commitment
  onAct: (action: OwnAction) => void
}

export function CommitmentCard({ commitment, onAct }: CommitmentCardProps) {
  const { loan, amount, percentage, createdAt, madeBy } = commitment
  const isSoft = commitment.isSoftCommit === 'true'
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-4 p-4.5">
      <div>
        <div className="flex items-start justify-between gap-x-3 gap-y-1.5 max-sm:flex-col">
          <h2 className="min-w-0 text-heading font-semibold">
            <Link
              href={paths.loan(loan.id)}
              className="underline-offset-4 wrap-anywhere hover:underline"
            >
              {loan.title}
            </Link>
          </h2>
          <div className="flex flex-wrap gap-1.5 sm:justify-end">
            <Badge tone={isSoft ? 'warning' : 'success'}>{isSoft ? 'Soft' : 'Binding'}</Badge>
            <LoanStatusBadge status={loan.status} bookStage={loan.bookStage} />
          </div>
        </div>
        <p className="text-muted-foreground wrap-anywhere">{loan.borrowerName}</p>
        <NextDate commitment={commitment} />
        {commitment.isOnBehalf === 'true' && (
          <Badge className="mt-1.5">Recorded on your behalf</Badge>
        )}
      </div>
      <div className="grid gap-1.5">
        <dl className="flex justify-between gap-3 [&_dd]:text-base [&_dd]:font-semibold [&_dd]:tracking-tight">
          <Term name="Your Commitment">{formatCents(amount)}</Term>
          <Term name="Your Share of Total Loan" className="text-right">
            {formatShare(percentage)}
          </Term>
        </dl>
        <SegmentedBar
          label={`Your share of ${loan.title}`}
          segments={[{ look: isSoft ? 'hatch' : 'solid', percent: percentNumber(percentage) }]}
          valueText={`${formatShare(percentage)} ${isSoft ? 'soft' : 'binding'}`}
        />
      </div>
      <dl className="grid grid-cols-[1fr_1fr_auto] gap-3">
        <Term name="Rate">{formatExactRate(exactRate(loan))}</Term>
        <Term name="Term">{formatTerm(loan.term)}</Term>
        <Term name="Made">
          {formatDate(createdAt)}
          {madeBy !== null && (
            <span className="block text-xs font-normal whitespace-normal text-muted-foreground">
              by {madeBy}
            </span>
          )}
        </Term>
      </dl>
      <Actions commitment={commitment} onAct={onAct} />
    </div>
  )
}

interface TermProps {
  name: string
  className?: string
  children: ReactNode
}

function Term({ name, className, children }: TermProps) {
  return (
    <div className={cx('min-w-0', className)}>
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className="mt-0.5 font-medium whitespace-nowrap">{children}</dd>
    </div>
  )
}

function Actions({ commitment, onAct }: CommitmentCardProps) {
  const answer = useAnswerTo(commitment)
  if (!answer && ownActs(commitment).length === 0) return null
  const shortage = shortageOf(commitment, commitment.loan)
  return (
    <div className="mt-auto grid gap-2">
      <div className={actsClass}>
        <ActButtons commitment={commitment} subject={commitment.loan.title} onAct={onAct} />
      </div>
      {shortage && <p className="text-[0.8125rem] text-muted-foreground">{shortage}</p>}
    </div>
  )
}
