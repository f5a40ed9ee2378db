import type { Loan } from '#contract/loans/shapes.ts'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { commitObstacle, obstacleToCommit } from './loan-availability.ts'

export type CommitButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'className'> & {
  loan: Loan
  onCommit: (loan: Loan) => void
}

export function CommitButton({ loan, onCommit, ...look }: CommitButtonProps) {
  const obstacle = commitObstacle(loan)
  return (
    <Button
      {...look}
      data-key="c"
      aria-label={`Commit to ${loan.title}`}
      disabled={obstacle !== null}
      title={obstacle ?? undefined}
      onClick={() => onCommit(loan)}
    >
      Commit
    </Button>
  )
}

interface CommitReasonProps {
  loan: Loan
  /** If true, omits a reason that the page's banner already shows. */
  isBelowBanner?: boolean | undefined
  className?: string
}

/** Shows why users can't commit. Users without a pointer can't see the button's tooltip. */
export function CommitReason({ loan, isBelowBanner = false, className }: CommitReasonProps) {
  const obstacle = obstacleToCommit(loan)
  return (
    obstacle &&
    !(isBelowBanner && obstacle.isInBanner) && (
      <span className={cx('text-xs text-muted-foreground', className)}>{obstacle.short}</span>
    )
  )
}

/**
 * The button is prominent only in the row or card that is focused or under the pointer. Otherwise, the screen would
 * have several prominent buttons.
 */
export const solidInRow =
  'enabled:in-row:border-transparent enabled:in-row:bg-primary enabled:in-row:text-primary-foreground'
