import type { Loan } from '#contract/loans/shapes.ts'
import { takesCommitments } from '#domain/loans/permissions.ts'
import { formatShare, formatShortly, isAboveZero, percentNumber } from '#domain/money.ts'
import { cx } from '#web/ui/cx.ts'
import { bindingShare, FundingBar } from './FundingBar.tsx'
import { availableAmount, obstacleToCommit } from './loan-availability.ts'

export type RowProgressProps = {
  loan: Loan
  /** `lines` shows a note below the bar, `wrapped` wraps it, `line` shows it beside the bar, and `bar` omits it. */
  layout?: 'lines' | 'wrapped' | 'line' | 'bar'
}

/** Shows a bar with the committed share, and a note with the user's share or the amount left. */
export function RowProgress({ loan, layout = 'lines' }: RowProgressProps) {
  const share = (
    <div className="flex items-center gap-2">
      <div className="relative min-w-9 flex-1">
        <FundingBar loan={loan} />
        <OwnNotch loan={loan} />
      </div>
      <span className="text-xs font-medium">{formatShare(bindingShare(loan))}</span>
    </div>
  )
  if (layout === 'bar') return share
  const note = noteOf(loan, layout !== 'wrapped')
  return layout === 'line' ? (
    <div className="grid grid-cols-[1fr_7.5rem] items-center gap-3">
      {share}
      {note}
    </div>
  ) : (
    <div className="grid min-w-0">
      {share}
      {note}
    </div>
  )
}

function noteOf(loan: Loan, isOneLine: boolean) {
  const text =
    obstacleToCommit(loan)?.short ??
    (takesCommitments(loan) ? `${formatShortly(availableAmount(loan))} left` : null)
  const own = describeOwnShare(loan)
  return (
    <p
      className={cx(
        'text-xs',
        isOneLine && 'truncate',
        own ? 'font-medium' : 'text-muted-foreground',
      )}
      title={own && text ? `${own}. ${text}` : undefined}
    >
      {own ?? text}
    </p>
  )
}

/** Returns text such as "You 10% + 5% soft", or null if the user has no share. */
function describeOwnShare({ ownShare }: Pick<Loan, 'ownShare'>): string | null {
  if (!ownShare) return null
  const { bindingPercentage: binding, softPercentage: soft } = ownShare
  const parts = [
    isAboveZero(binding) && formatShare(binding),
    isAboveZero(soft) && `${formatShare(soft)} soft`,
  ].filter(Boolean)
  return parts.length > 0 ? `You ${parts.join(' + ')}` : null
}

function OwnNotch({ loan: { ownShare } }: { loan: Loan }) {
  if (!ownShare || !isAboveZero(ownShare.bindingPercentage)) return null
  return (
    <span
      aria-hidden="true"
      className="absolute -inset-y-0.5 w-0.5 -translate-x-full bg-foreground outline outline-card forced-color-adjust-none"
      style={{ left: `${percentNumber(ownShare.bindingPercentage)}%` }}
    />
  )
}
