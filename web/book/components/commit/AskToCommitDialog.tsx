import type { Loan } from '#contract/loans/shapes.ts'
import { formatPart, sumPercent } from '#domain/money.ts'
import { CopyRequest } from '#web/files/CopyRequest.tsx'
import { sharesOf, useOwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import { commitObstacle } from '#web/loans/components/loan-availability.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useViewerReason } from '#web/viewer-reason.ts'
import { useState } from 'react'
import { HeldAlready, KindForLoan, useFreshLoan } from './CommitDialog.tsx'
import { LoanFacts } from './LoanFacts.tsx'
import { pathToCommit } from './asked-share.ts'
import { PendingTerms } from './PendingTerms.tsx'
import { useTermsQuestion } from '#web/book/components/my-commitments/use-waiting.ts'
import { Effect } from './MoneyDialog.tsx'
import { ShareChoice } from './ShareChoice.tsx'
import { useShareChoice } from './use-share-choice.ts'

/** For viewers of a firm: the share to propose, as a text to send to a colleague who can commit. */
export function AskToCommitDialog({ loan: given, onClose }: { loan: Loan; onClose: () => void }) {
  const loan = useFreshLoan(given)
  const [isSoft, setSoft] = useState(given.isTermsPending === 'true')
  const own = useOwnHoldings(loan.id)
  const held = sharesOf(own.held)
  const choice = useShareChoice(loan, { others: sumPercent([held.binding, held.soft]) })
  const question = useTermsQuestion(loan)
  const reason = useViewerReason()
  const obstacle =
    commitObstacle(loan, 'viewer') ??
    choice.unsettled ??
    (choice.share === 0 ? 'Choose at least 1%.' : choice.beyondLimits)
  const part = formatPart(choice.percentage, choice.amount)
  const request = `Please commit ${part}, ${isSoft ? 'soft' : 'binding'}, to ${loan.title}: ${window.location.origin}${pathToCommit(loan.id, { share: choice.share, isSoft })}`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Ask a Colleague to Commit"
      description={loan.title}
      footer={
        <>
          <div aria-live="polite" className="mb-1 min-w-full">
            <Effect>{obstacle ?? request}</Effect>
          </div>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <CopyRequest request={request} disabled={obstacle !== null} />
        </>
      }
    >
      <div className="grid gap-3">
        <p>{reason}</p>
        <LoanFacts {...{ loan, question }} available={choice.available} />
        <PendingTerms {...{ loan, question }} inDialog />
        <HeldAlready own={own} />
        <KindForLoan loan={loan} isSoft={isSoft} onChoose={setSoft} />
        <ShareChoice choice={choice} busy={false} isSoft={isSoft} />
      </div>
    </Dialog>
  )
}
