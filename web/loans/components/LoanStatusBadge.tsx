import { loanStatusLabels, type LoanStatus } from '#domain/loans/statuses.ts'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'

/** A loan's stage by its display name: `Open`, `Closing`, `Fully Funded` … */
export function LoanStatusBadge({ status }: { status: LoanStatus }) {
  return (
    <Badge dot tone={tones[status]}>
      {loanStatusLabels[status]}
    </Badge>
  )
}

const tones: Record<LoanStatus, BadgeTone> = {
  Processing: 'neutral',
  Underwriting: 'neutral',
  open: 'info',
  Closing: 'warning',
  funded: 'success',
}
