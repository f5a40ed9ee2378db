import type { Deal } from '#contract/deal/shapes.ts'
import { formatMoment } from '#domain/days.ts'
import { formatShare } from '#domain/money.ts'
import { useState, type ReactNode } from 'react'
import { FoldSummary } from './FoldingCard.tsx'

interface FoldedTimetableProps {
  deal: Deal
  children: ReactNode
}

/** Folds the limits, dates and hold to one line, unless a deadline or a hold is the next step. */
export function FoldedTimetable({ deal, children }: FoldedTimetableProps) {
  const [startsFolded] = useState(deal.next !== 'setTimetable' && deal.next !== 'placeRest')
  if (!startsFolded) return children
  return (
    <details className="group/fold print:hidden">
      <FoldSummary className="rounded-xl border bg-card group-open/fold:mb-5">
        <span className="font-medium">Limits, Dates and Hold</span>{' '}
        <span className="ml-1 text-muted-foreground">{describeTimetable(deal)}</span>
      </FoldSummary>
      {children}
    </details>
  )
}

function describeTimetable({ settings, totals, bookStage }: Deal): string {
  const { minShare, maxShare, shareStep, commitmentDeadline } = settings
  return [
    minShare && `at least ${formatShare(minShare)}`,
    maxShare && `at most ${formatShare(maxShare)}`,
    `in steps of ${formatShare(shareStep)}`,
    bookStage !== 'closed' && commitmentDeadline && `due ${formatMoment(commitmentDeadline)}`,
    `you hold ${formatShare(totals.holdPercentage)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
