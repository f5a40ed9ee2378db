import type { AnswerOwed } from '#contract/loans/shapes.ts'
import { describeAnswerOwed } from '#web/loans/components/Due.tsx'
import { BottomBar } from './BottomBar.tsx'
import { Button } from '#web/ui/Button.tsx'

/** On phones, leads to the buttons to answer while they are out of view. */
export const AnswerBar = ({ owed, acts }: { owed: AnswerOwed; acts: HTMLElement | null }) => (
  <BottomBar button={acts}>
    <p className="min-w-0 font-medium">{describeAnswerOwed(owed)}</p>
    <Button
      onClick={() => {
        acts?.scrollIntoView({ block: 'center' })
        acts?.querySelector('button')?.focus({ preventScroll: true })
      }}
    >
      Answer
    </Button>
  </BottomBar>
)
