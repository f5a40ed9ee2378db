import type { Loan } from '#contract/loans/shapes.ts'
import { takesCommitments } from '#web/loans/components/loan-availability.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'

/** The actions on a listed loan; their names include the title, so that rows can be told apart. */
export function LoanActions({ loan, onCommit }: { loan: Loan; onCommit: (loan: Loan) => void }) {
  return (
    <>
      <ButtonLink
        variant="outline"
        size="s"
        href={paths.loan(loan.id)}
        aria-label={`View ${loan.title}`}
      >
        View
      </ButtonLink>
      <Button
        size="s"
        aria-label={`Commit to ${loan.title}`}
        disabled={!takesCommitments(loan)}
        onClick={() => onCommit(loan)}
      >
        Commit
      </Button>
    </>
  )
}
