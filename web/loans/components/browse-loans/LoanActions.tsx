import type { Loan } from '#contract/loans/shapes.ts'
import { CommitButton, solidInRow } from '#web/loans/components/CommitButton.tsx'
import { FavoriteButton } from '#web/loans/components/FavoriteButton.tsx'
import { paths } from '#web/addresses/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'

/** Accessible names include the title, to distinguish rows. */
export function LoanActions({ loan, onCommit }: { loan: Loan; onCommit: (loan: Loan) => void }) {
  return (
    <div className="flex items-center justify-end gap-0.5">
      <FavoriteButton
        loanId={loan.id}
        title={loan.title}
        className="size-7.5! border-transparent! bg-transparent!"
      />
      <ButtonLink
        variant="ghost"
        size="s"
        className="px-2!"
        href={paths.loan(loan.id)}
        aria-label={`View ${loan.title}`}
      >
        View
      </ButtonLink>
      <CommitButton
        loan={loan}
        onCommit={onCommit}
        variant="link"
        size="s"
        className={`px-2! no-underline! ${solidInRow}`}
      />
    </div>
  )
}
