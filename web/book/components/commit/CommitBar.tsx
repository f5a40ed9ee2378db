import type { Loan } from '#contract/loans/shapes.ts'
import { availablePercent, formatDollars, formatShare, formatShortly } from '#domain/money.ts'
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
import { cx } from '#web/ui/cx.ts'
import { useEffect, useState } from 'react'

export interface CommitBarProps {
  loan: Loan
  button: HTMLElement | null
  onCommit: () => void
}

/**
 * In one-column layouts, shows a bar at the bottom of the screen while the page's own commit button is out of view. The
 * bar is sticky, so it never covers the footer.
 */
export function CommitBar({ loan, button, onCommit }: CommitBarProps) {
  const off = useOffInPreview()
  const { isAdmin, role } = useSession()
  const isInSight = useIsInSight(button)
  const left = availableAmount(loan)
  // The commitments aren't loaded here, because the funding card already loads them.
  const own = useOwnHoldings(loan.id, { loads: false })
  const next = nextAct(own.lines)
  const isBinding = next?.act.action === 'makeBinding'
  const { act, dialog } = useActing(own.lines, own.refetch)
  const colleagues = useColleagues('commit')
  return (
    <div
      data-keep-clear=""
      className={cx(
        'pointer-events-auto sticky bottom-0 z-20 -mx-4 flex items-center justify-between gap-3 border-t bg-card px-4 pt-2 md:-mx-6 md:px-6 lg:-mx-8 lg:px-8 print:hidden @3xl:hidden',
        'pb-[max(0.5rem,env(safe-area-inset-bottom))]',
        isInSight && 'invisible',
      )}
    >
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
    </div>
  )
}

/** Returns true while the element is in view, and also before the first observation. */
function useIsInSight(element: HTMLElement | null) {
  const [isInSight, setInSight] = useState(true)
  useEffect(() => {
    if (!element) return undefined
    const observer = new IntersectionObserver(([entry]) =>
      setInSight(entry?.isIntersecting ?? true),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return isInSight
}
