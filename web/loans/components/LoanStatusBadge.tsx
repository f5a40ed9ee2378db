import { loanStatusLabels, type LoanStatus } from '#domain/loans/statuses.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { Badge, type BadgeTone } from '#web/ui/display/Badge.tsx'

export function LoanStatusBadge({ status, isDraft }: Pick<Loan, 'status' | 'isDraft'>) {
  const badge = (
    <Badge dot tone={tones[status]}>
      {loanStatusLabels[status]}
    </Badge>
  )
  if (!isDraft) return badge
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge className="border border-dashed border-current bg-transparent">Draft</Badge>
      {badge}
    </span>
  )
}

const tones: Record<LoanStatus, BadgeTone> = {
  Processing: 'neutral',
  Underwriting: 'neutral',
  open: 'info',
  Closing: 'warning',
  funded: 'success',
}
