import type { TermsQuestion } from '#contract/deal/terms.ts'
import type { Loan } from '#contract/loans/shapes.ts'
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

/** The answers to a question about new terms. Renders no buttons for a person who can't give one. */
export function TermsActs({ question, loan, isMain = true }: TermsActsProps) {
  const [asked, setAsked] = useState<'confirm' | 'decline' | null>(null)
  const { loanTitle, canAnswer } = question
  return (
    <>
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
