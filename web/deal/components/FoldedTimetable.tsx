import type { Deal } from '#contract/deal/shapes.ts'
import { formatMoment } from '#domain/days.ts'
import { formatShare } from '#domain/money.ts'
import { cx } from '#web/ui/cx.ts'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface FoldedTimetableProps {
  deal: Deal
  children: ReactNode
}

/** Folds the limits, dates and hold to one line once an allocation is out, because they hardly change then. */
export function FoldedTimetable({ deal, children }: FoldedTimetableProps) {
  if (deal.bookStage === 'open') return children
  return (
    <details className="group/fold print:hidden">
      <summary
        className={cx(
          'flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-xl border bg-card px-4.5 py-2',
          'hover:bg-muted/55 group-open/fold:mb-5',
        )}
      >
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-muted-foreground transition-transform group-open/fold:rotate-90"
        />
        <span>
          <span className="font-medium">Limits, Dates and Hold</span>{' '}
          <span className="text-muted-foreground">{describeTimetable(deal)}</span>
        </span>
      </summary>
      {children}
    </details>
  )
}

function describeTimetable({ settings, totals }: Deal): string {
  const { minShare, maxShare, shareStep, commitmentDeadline } = settings
  return [
    minShare && `at least ${formatShare(minShare)}`,
    maxShare && `at most ${formatShare(maxShare)}`,
    `in steps of ${formatShare(shareStep)}`,
    commitmentDeadline && `due ${formatMoment(commitmentDeadline)}`,
    `you hold ${formatShare(totals.holdPercentage)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
