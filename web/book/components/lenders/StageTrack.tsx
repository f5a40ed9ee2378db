import type { LenderStage } from '#domain/book/syndicate/stages.ts'
import { cx } from '#web/ui/cx.ts'

const steps: readonly LenderStage[] = ['notified', 'opened', 'reading', 'asked', 'soft', 'binding']

/** Shows a segment for each stage, filled up to the lender's stage. The text beside the track names the stage. */
export function StageTrack({ stage }: { stage: LenderStage }) {
  const reached = steps.indexOf(stage)
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
