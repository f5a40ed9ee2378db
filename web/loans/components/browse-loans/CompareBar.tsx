import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { afterPaint } from '#web/ui/after-screen.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useEffect } from 'react'
import type { SelectedLoansProps } from './SelectedLoans.tsx'

/** What is selected for the comparison; nothing while no loan is. */
export function CompareBar(props: SelectedLoansProps) {
  // Right after the page shows, so that loans are selected without a connection too.
  useEffect(() => void afterPaint().then(SelectedLoans.preload), [])
  return (
    // Empty, it is there already: a text that appears in it is announced.
    <div aria-live="polite" className="flex shrink-0 items-center gap-0.5 pb-1 print:hidden">
      {props.state.compare.length > 0 && (
        <PartBoundary>
          <SelectedLoans {...props} />
        </PartBoundary>
      )}
    </div>
  )
}

const SelectedLoans = onDemand(() =>
  import('./SelectedLoans.tsx').then((part) => part.SelectedLoans),
)
