import type { DueMoney } from '#contract/desk/today.ts'
import { formatCents } from '#domain/money.ts'
import { paths } from '#web/addresses/paths.ts'
import { describeDueMoney, isOverdue } from '#web/time/due-money.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { WaitingCard } from './WaitingCard.tsx'

/** Money that the user's firm is to wire for a closed loan. */
export function MoneyWaiting({ money }: { money: DueMoney }) {
  const { loanId, loanTitle, outstanding, dueAt } = money
  return (
    <WaitingCard
      kind="Money to Wire"
      loan={{ id: loanId, title: loanTitle }}
      headline={`${formatCents(outstanding)} is to be wired`}
      deadline={
        <time
          dateTime={dueAt}
          className={cx('block first-letter:uppercase', isOverdue(dueAt) && 'text-warning')}
        >
          {describeDueMoney(dueAt)}
        </time>
      }
      acts={
        <ButtonLink
          href={`${paths.loan(loanId)}#own-funding`}
          variant="outline"
          aria-label={`Instructions: ${loanTitle}`}
          className="max-sm:w-full"
        >
          Instructions
        </ButtonLink>
      }
    >
      <p>The book is closed, and your share is funded by wire.</p>
    </WaitingCard>
  )
}
