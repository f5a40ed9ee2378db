import type { TermsQuestion } from '#contract/deal/terms.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { CopyRequest } from '#web/files/CopyRequest.tsx'
import { requestToAnswerTerms } from '#web/book/components/requests.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState } from 'react'

const AnswerTermsDialog = onDemand(() =>
  import('./AnswerTermsDialog.tsx').then((part) => part.AnswerTermsDialog),
)

interface TermsActsProps {
  question: TermsQuestion
  /** The loan, if loaded, whose figures the dialog compares. */
  loan?: Loan | undefined
  /** False if another question on the page comes first. */
  isMain?: boolean
}

/** The answers to a question about new terms. For a viewer, a request to a colleague who can give one. */
export function TermsActs({ question, loan, isMain = true }: TermsActsProps) {
  const [asked, setAsked] = useState<'confirm' | 'decline' | null>(null)
  const { loanTitle, canAnswer, proposalState, state } = question
  const isViewer = useSession().role === 'viewer'
  return (
    <>
      {isViewer && proposalState === 'open' && state === 'asked' && (
        <p className="print:hidden">
          <CopyRequest
            request={requestToAnswerTerms(question)}
            variant={isMain ? 'primary' : 'outline'}
            aria-label={`Copy Request: ${loanTitle}`}
          />
        </p>
      )}
      {canAnswer === 'true' && (
        <div className="flex flex-wrap gap-2 max-sm:[&>*]:flex-1 print:hidden">
          <Button
            variant={isMain ? 'primary' : 'outline'}
            onClick={() => setAsked('confirm')}
            aria-label={`Confirm: ${loanTitle}`}
          >
            Confirm
          </Button>
          <Button
            variant="outline"
            onClick={() => setAsked('decline')}
            aria-label={`Decline: ${loanTitle}`}
          >
            Decline
          </Button>
        </div>
      )}
      {asked && (
        <AnswerTermsDialog
          answer={asked}
          question={question}
          loan={loan}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
