import type { Commitment } from '#contract/book/commitments.ts'
import { Button } from '#web/ui/Button.tsx'
import { ownActs, type OwnAction } from './own-acts.ts'

/** On phones, the buttons share rows of two, and the first of three takes a whole row. */
export const actsClass =
  'flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2 max-sm:[&>:first-child:nth-last-child(3)]:col-span-2'

/** `subject` completes the buttons' accessible names. */
export const ActButtons = ({
  commitment,
  subject,
  onAct,
  isNarrow = false,
  isLeading = false,
}: {
  commitment: Commitment
  subject: string
  onAct: (action: OwnAction) => void
  isNarrow?: boolean
  isLeading?: boolean
}) =>
  ownActs(commitment).map(({ action, label, shortLabel, variant, lacksShare }, _index, all) => (
    <Button
      key={action}
      size="s"
      // A text button without others beside it would look indented.
      variant={
        isLeading && action === 'makeBinding' ? 'primary' : all.length === 1 ? 'outline' : variant
      }
      aria-label={`${label}: ${subject}`}
      disabled={lacksShare}
      onClick={() => onAct(action)}
    >
      {isNarrow ? shortLabel : label}
    </Button>
  ))
