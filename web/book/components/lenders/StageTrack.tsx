import type { LenderStage } from '#domain/book/syndicate/stages.ts'
import { cx } from '#web/ui/cx.ts'

const toSoft: readonly LenderStage[] = ['notified', 'opened', 'reading', 'asked', 'soft']
const toBinding = [...toSoft, 'binding'] as const
/** The way of a lender whose share is allocated on the deal desk. */
const toAccepted = [...toSoft, 'offered', 'accepted'] as const

/** Shows a segment for each stage, filled up to the lender's stage. The text beside the track names the stage. */
export function StageTrack({ stage }: { stage: LenderStage }) {
  const steps: readonly LenderStage[] =
    stage === 'offered' || stage === 'accepted' ? toAccepted : toBinding
  const reached = steps.indexOf(stage === 'paid' ? 'binding' : stage)
  return (
    <span aria-hidden="true" className="flex gap-0.5 print:hidden">
      {steps.map((step, index) => (
        <span
          key={step}
          className={cx('h-1 w-4 rounded-full', index <= reached ? 'bg-primary' : 'bg-border')}
        />
      ))}
    </span>
  )
}
