import type { Loan } from '#contract/loans/shapes.ts'
import { isLender, mayCommit } from '#domain/access.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import { paths } from '#web/addresses/paths.ts'
import { useSession } from '#web/session.ts'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { pathToAnswer } from './Due.tsx'
import { commitObstacle, obstacleToCommit } from './loan-availability.ts'

export type CommitButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'className'> & {
  loan: Loan
  onCommit: (loan: Loan) => void
}

/**
 * Renders nothing for viewers of a firm. A link to the answer that the firm owes or, on a teaser, to the request for
 * access takes the button's place.
 */
export function CommitButton({ loan, onCommit, ...look }: CommitButtonProps) {
  const { role } = useSession()
  if (role === 'viewer') return null
  // The width of the Commit button keeps the other buttons of a list aligned.
  const linkLook = { ...look, className: cx('min-w-15', look.className) }
  if (loan.answerOwed && mayCommit(role))
    return (
      <ButtonLink
        {...linkLook}
        href={pathToAnswer(loan.id, loan.answerOwed)}
        aria-label={`Answer: ${loan.title}`}
      >
        Answer
      </ButtonLink>
    )
  const obstacle = commitObstacle(loan, role)
  if (loan.isTeaser === 'true' && isLender(role) && loanCan('commit', loan.status))
    return (
      <ButtonLink
        {...linkLook}
        href={`${paths.loan(loan.id)}#access`}
        aria-label={`Ask for access to ${loan.title}`}
      >
        Ask
      </ButtonLink>
    )
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
  className?: string
}

/** Shows why users can't commit. Users without a pointer can't see the button's tooltip. */
export function CommitReason({ loan, className }: CommitReasonProps) {
  const { role } = useSession()
  const obstacle = obstacleToCommit(loan, role)
  return (
    obstacle && (
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
