import type { Loan } from '#contract/loans/shapes.ts'
import { useSession } from '#web/session.ts'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { commitObstacle } from './loan-availability.ts'

export type CommitButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'className'> & {
  loan: Loan
  onCommit: (loan: Loan) => void
}

/** Opens the commitment dialog; where committing is impossible, it is disabled and says why. */
export function CommitButton({ loan, onCommit, ...look }: CommitButtonProps) {
  const { role } = useSession()
  const obstacle = commitObstacle(loan, role)
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

/** Solid under the pointer, or in the row or card with the focus: never more than one on the screen. */
export const solidInRow =
  'enabled:in-row:border-transparent enabled:in-row:bg-primary enabled:in-row:text-primary-foreground'
