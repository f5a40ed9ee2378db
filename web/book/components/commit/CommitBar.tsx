import type { Loan } from '#contract/loans/shapes.ts'
import { availablePercent, formatDollars, formatShare, formatShortly } from '#domain/money.ts'
import { BottomBar } from '#web/loans/components/loan-detail/BottomBar.tsx'
import { availableAmount } from '#web/loans/components/loan-availability.ts'
import { nextAct } from '#web/book/components/my-commitments/own-acts.ts'
import { useActing } from '#web/book/components/my-commitments/use-acting.tsx'
import { useOwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import { paths } from '#web/addresses/paths.ts'
import { useOffInPreview } from '#web/seen-as-lender.ts'
import { useSession } from '#web/session.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { useColleagues } from '#web/viewer-reason.ts'
import { Button } from '#web/ui/Button.tsx'

export interface CommitBarProps {
  loan: Loan
  button: HTMLElement | null
  onCommit: () => void
}

/** On phones, has the next act on the loan while the page's own commit button is out of view. */
export function CommitBar({ loan, button, onCommit }: CommitBarProps) {
  const off = useOffInPreview()
  const { isAdmin, role } = useSession()
  const left = availableAmount(loan)
  // The commitments aren't loaded here, because the funding card already loads them.
  const own = useOwnHoldings(loan.id, { loads: false })
  const next = nextAct(own.lines)
  const isBinding = next?.act.action === 'makeBinding'
  const { act, dialog } = useActing(own.lines, own.refetch)
  const colleagues = useColleagues('commit')
  return (
    <BottomBar button={button}>
      <div className="min-w-0">
        <p className="font-medium">
          {isBinding
            ? `Your soft ${formatShare(next.commitment.percentage)} · ${formatDollars(next.commitment.amount)}`
            : `${formatShare(availablePercent(loan.committedPercentage))} · ${formatShortly(left)} left`}
        </p>
        {colleagues && <p className="text-xs text-muted-foreground">{colleagues}</p>}
      </div>
      {isBinding ? (
        <Button
          aria-label={`Make Binding: ${formatShare(next.commitment.percentage)} of ${loan.title}`}
          onClick={() => act('makeBinding', next.commitment)}
        >
          Make Binding
        </Button>
      ) : isAdmin ? (
        <ButtonLink href={paths.book(loan.id)}>Open Book</ButtonLink>
      ) : role === 'viewer' ? (
        <Button onClick={onCommit}>Ask a Colleague</Button>
      ) : (
        <Button {...off} aria-label={`Commit to ${loan.title}`} onClick={onCommit}>
          Commit
        </Button>
      )}
      {dialog}
    </BottomBar>
  )
}
