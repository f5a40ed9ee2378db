import type { Loan } from '#contract/loans/shapes.ts'
import { clampShare, defaultShare, softLimitReason } from '#domain/book/commitments.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatCents, formatDollars, formatRate, shareAmount, wholePercent } from '#domain/money.ts'
import { endpointQuery } from '#web/api/client.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { HeldAlready } from './HeldAlready.tsx'
import { availableShare, takesCommitments } from '#web/loans/components/loan-availability.ts'
import { ShareChoice } from './ShareChoice.tsx'
import { useOwnSoftShare } from './use-own-soft-share.ts'
import { useCommit, type CommitChoice, type CommitSource } from './use-commit.ts'

export type CommitDialogProps = { loan: Loan; source: CommitSource; onClose: () => void }

/** Asks how much of a loan to commit, and shows the effect in money before it happens. */
export function CommitDialog({ loan: given, source, onClose }: CommitDialogProps) {
  const loan = useFreshLoan(given)
  const { role } = useSession()
  const available = availableShare(loan)
  const [openedWith] = useState(available)
  const [chosen, setChosen] = useState<number | null>(() => clampShare(defaultShare, available))
  const [isSoft, setSoft] = useState(false)
  const { commit, isBusy, inDoubt } = useCommit({ source, onDone: onClose })

  // What is available may have shrunk since the choice.
  const share = clampShare(chosen ?? 0, available)
  const amount = shareAmount(loan.amount, wholePercent(share))
  const isPending = role === 'pending'
  const softHeld = useOwnSoftShare(loan.id)
  // A repeated request may already be part of the holdings.
  const isRepeated = inDoubt !== null && isSameChoice(inDoubt, { loan, share, isSoft })
  const beyondLimit =
    isSoft && !isRepeated ? softLimitReason(null, softHeld, wholePercent(share)) : null
  const mayConfirm = share > 0 && takesCommitments(loan) && !isPending && !beyondLimit

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Commit to Loan"
      description={loan.title}
      busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        // React events bubble through a portal to the page's own forms.
        event.stopPropagation()
        if (mayConfirm && !isBusy) commit({ loan, share, isSoft })
      }}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isBusy} disabled={!mayConfirm}>
            Confirm Commitment
          </Button>
        </>
      }
    >
      <fieldset disabled={isBusy} className="grid gap-4">
        <legend className="sr-only">Your commitment</legend>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
          <Fact name="Total Amount">{formatDollars(loan.amount)}</Fact>
          <Fact name="Available">{available}%</Fact>
          <Fact name="Rate">{formatRate(loan.interestRate)}</Fact>
          <Fact name="Term">{formatTerm(loan.term)}</Fact>
        </dl>
        <HeldAlready loanId={loan.id} />
        <ShareChoice loan={loan} chosen={chosen} onChoose={setChosen} busy={isBusy} />
        <Checkbox
          label="Soft Commit"
          hint="Non-binding expression of interest. Can be modified or withdrawn later."
          checked={isSoft}
          onChange={({ target }) => setSoft(target.checked)}
        />
        <div aria-live="polite" className="grid gap-2">
          {available !== openedWith && <p>{sinceOpened(openedWith, available)}</p>}
          <Notice>
            {beyondLimit ?? consequence(share, formatCents(amount), isSoft, isPending)}
          </Notice>
          {inDoubt && !isBusy && (
            <p className="text-muted-foreground">{isRepeated ? sameAgain : anotherOne}</p>
          )}
        </div>
      </fieldset>
    </Dialog>
  )
}

/** The current loan; until the server has answered, the page's copy. */
function useFreshLoan(given: Loan): Loan {
  const [openedAt] = useState(Date.now)
  const { data, dataUpdatedAt } = useQuery({
    ...endpointQuery('getLoan', { params: { id: given.id } }),
    refetchOnMount: 'always',
  })
  return data && dataUpdatedAt >= openedAt ? data : given
}

const isSameChoice = (a: CommitChoice, b: CommitChoice) =>
  a.share === b.share && a.isSoft === b.isSoft && a.loan.amount === b.loan.amount

const sameAgain =
  'Nobody knows yet whether your commitment arrived. You can safely confirm again: it will be made only once.'
const anotherOne =
  'Your last try may have arrived. Look at what you hold already before you confirm another one.'

/** What others have left meanwhile; what was chosen stays, as far as it is available. */
const sinceOpened = (before: number, now: number) =>
  now < before
    ? `Less is available now: ${now}%, down from ${before}% when you opened this.`
    : `More is available now: ${now}%, up from ${before}% when you opened this.`

/** The effect of confirming, in money. */
function consequence(share: number, amount: string, isSoft: boolean, isPending: boolean) {
  if (isPending) {
    return 'Your account is awaiting approval. You can commit once an administrator has approved it.'
  }
  if (share === 0) return 'Choose at least 1% to commit.'
  return isSoft ? `You indicate ${amount}, not binding.` : `You commit ${amount}, binding.`
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-lg bg-secondary px-3 py-2.5 font-medium text-secondary-foreground">
      {children}
    </p>
  )
}
