import type { Loan } from '#contract/loans/shapes.ts'
import { cx } from '#web/ui/cx.ts'

type Seen = Pick<Loan, 'isTeaser' | 'audience'>

/** Returns "Teaser" or "Invited only", or null for a loan that everyone sees in full. */
export const audienceMarkOf = ({ isTeaser, audience }: Seen): string | null =>
  isTeaser === 'true' || audience === 'teaser'
    ? 'Teaser'
    : audience === 'invited'
      ? 'Invited only'
      : null

export function AudienceMark({ loan, className }: { loan: Seen; className?: string }) {
  const mark = audienceMarkOf(loan)
  if (!mark) return null
  return (
    <span
      className={cx(
        'inline-block shrink-0 rounded border px-1 text-[0.6875rem]/3.5 font-medium whitespace-nowrap text-muted-foreground',
        className,
      )}
    >
      {mark}
    </span>
  )
}
