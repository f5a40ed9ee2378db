import type { Loan } from '#contract/loans/shapes.ts'
import { formatShare, isAboveZero, percentNumber } from '#domain/money.ts'
import { useSession } from '#web/session.ts'
import { bindingShare, FundingBar } from './FundingBar.tsx'
import { describeLeft } from './loan-availability.ts'

export type RowProgressProps = {
  loan: Loan
  /** `lines` shows the notes below the bar, `line` shows them beside the bar, and `bar` omits them. */
  layout?: 'lines' | 'line' | 'bar'
}

/** Shows a bar with the committed share, the amount left, and the user's share. */
export function RowProgress({ loan, layout = 'lines' }: RowProgressProps) {
  const share = (
    <div className="flex items-center gap-2">
      <div className="relative min-w-9 flex-1">
        <FundingBar loan={loan} />
        <OwnNotch loan={loan} />
      </div>
      <span className="text-xs/3.5 font-medium text-foreground">
        {formatShare(bindingShare(loan))}
      </span>
    </div>
  )
  const { role } = useSession()
  if (layout === 'bar') return share
  const notes = [describeLeft(loan, role), describeOwnShare(loan)].filter((note) => note !== null)
  return layout === 'line' ? (
    <div className="grid grid-cols-[1fr_10rem] items-center gap-3">
      {share}
      <p className="truncate text-xs text-muted-foreground" title={notes.join(' · ')}>
        {notes.join(' · ')}
      </p>
    </div>
  ) : (
    <div className="grid min-w-0 text-xs/3.5 text-muted-foreground">
      {share}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
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
