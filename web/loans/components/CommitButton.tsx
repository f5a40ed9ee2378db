import type { Loan } from '#contract/loans/shapes.ts'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { commitObstacle, obstacleToCommit } from './loan-availability.ts'

export type CommitButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'className'> & {
  loan: Loan
  onCommit: (loan: Loan) => void
}

/** Opens the commitment dialog; where committing is impossible, it is disabled and says why. */
export function CommitButton({ loan, onCommit, ...look }: CommitButtonProps) {
  const obstacle = commitObstacle(loan)
  return (
    <Button
      {...look}
      aria-label={`Commit to ${loan.title}`}
      disabled={obstacle !== null}
      title={obstacle ?? undefined}
      onClick={() => onCommit(loan)}
    >
      Commit
    </Button>
  )
}

/** Why committing is impossible, for those who can't point at the button; nothing when it is possible. */
export function CommitReason({ loan, className }: { loan: Loan; className?: string }) {
  const obstacle = obstacleToCommit(loan)
  return (
    obstacle && (
      <span className={cx('text-xs text-muted-foreground', className)}>{obstacle.short}</span>
    )
  )
}

/** Solid under the pointer, or in the row or card with the focus: never more than one on the screen. */
export const solidInRow =
  'enabled:in-row:border-transparent enabled:in-row:bg-primary enabled:in-row:text-primary-foreground'
