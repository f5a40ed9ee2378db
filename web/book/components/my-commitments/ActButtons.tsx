import type { Commitment } from '#contract/book/commitments.ts'
import { mayCommit } from '#domain/access.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { ownActs, type OwnAction } from './own-acts.ts'
import { useAnswerOwed } from './use-waiting.ts'

/** On phones, the buttons share rows of two, and the first of three takes a whole row. */
export const actsClass =
  'flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2 max-sm:[&>:first-child:nth-last-child(3)]:col-span-2'

/** The answer that the user can give about a commitment: to an offer for a soft one, or to new terms for a binding one. */
export function useAnswerTo({ loan, isSoftCommit }: Commitment) {
  const { role } = useSession()
  const owed = useAnswerOwed(loan)
  return owed && mayCommit(role) && owed.isAboutTerms === (isSoftCommit === 'false') ? owed : null
}

/** `subject` completes the buttons' accessible names. */
export function ActButtons({
  commitment,
  subject,
  onAct,
  isOnLoan = false,
}: {
  commitment: Commitment
  subject: string
  onAct: (action: OwnAction) => void
  /** True on the loan's page, where other cards have the answers and the buttons are narrow. */
  isOnLoan?: boolean
}) {
  const owed = useAnswerTo(commitment)
  const answer = isOnLoan ? null : owed
  const acts = ownActs(commitment)
  return (
    <>
      {answer && (
        <ButtonLink
          href={answer.href}
          size="s"
          variant="outline"
          aria-label={`Answer: ${answer.subject}, ${subject}`}
        >
          Answer
        </ButtonLink>
      )}
      {acts.map(({ action, label, shortLabel, variant, lacksShare }) => (
        <Button
          key={action}
          size="s"
          // A text button without others beside it would look indented.
          variant={
            isOnLoan && action === 'makeBinding'
              ? 'primary'
              : acts.length === 1 && !answer
                ? 'outline'
                : variant
          }
          aria-label={`${label}: ${subject}`}
          disabled={lacksShare}
          onClick={() => onAct(action)}
        >
          {isOnLoan ? shortLabel : label}
        </Button>
      ))}
    </>
  )
}
