import { loanStatusLabels, type LoanStatus } from '#domain/loans/statuses.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { Badge, type BadgeTone } from '#web/ui/display/Badge.tsx'

type LoanStatusBadgeProps = Pick<Loan, 'status' | 'isDraft'> & {
  /** The stage of the book, shown unless it takes commitments or the loan is funded. */
  bookStage?: Loan['bookStage']
}

export function LoanStatusBadge({ status, isDraft, bookStage = 'open' }: LoanStatusBadgeProps) {
  const badge = (
    <Badge dot tone={tones[status]}>
      {loanStatusLabels[status]}
    </Badge>
  )
  const stage = status === 'funded' ? null : stages[bookStage]
  if (!isDraft && !stage) return badge
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {isDraft && (
        <Badge className="border border-dashed border-current bg-transparent">Draft</Badge>
      )}
      {badge}
      {stage && <Badge>{stage}</Badge>}
    </span>
  )
}

const stages = { open: null, offered: 'In Allocation', closed: 'Book Closed' }

const tones: Record<LoanStatus, BadgeTone> = {
  Processing: 'neutral',
  Underwriting: 'neutral',
  open: 'info',
  Closing: 'warning',
  funded: 'success',
}
