import type { Deal } from '#contract/deal/shapes.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { describeNextStep } from './describe-next-step.ts'

/** Proposes what to do now, with a button that leads there. */
export function NextStepCard({ deal }: { deal: Deal }) {
  const { sentence, action } = describeNextStep(deal)
  return (
    <Card
      as="section"
      aria-labelledby="deal-next"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4.5 py-3 print:hidden"
    >
      <div className="min-w-0 flex-1 basis-80">
        <h2 id="deal-next" className="text-xs text-muted-foreground">
          Next Step
        </h2>
        <p className="font-medium text-pretty">{sentence}</p>
      </div>
      {action && <Button onClick={() => goTo(action.heading)}>{action.label}</Button>}
    </Card>
  )
}

/** Unfolds a part of the page, scrolls to it, and focuses its first control, where the user continues. */
function goTo(heading: string) {
  const part = document.getElementById(heading)?.closest('section')
  for (const fold of [
    part?.closest('details'),
    part?.querySelector<HTMLDetailsElement>(':scope > details'),
  ])
    if (fold) fold.open = true
  part?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  // A table has its controls twice, of which each width hides some.
  const marked = part?.querySelectorAll<HTMLElement>('[data-next]') ?? []
  const control =
    [...marked].find((each) => each.checkVisibility()) ??
    part?.querySelector<HTMLElement>('input, select, button:not([disabled])')
  control?.focus({ preventScroll: true })
}
