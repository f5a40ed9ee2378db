import type { Loan } from '#contract/loans/shapes.ts'
import { isLender } from '#domain/access.ts'
import { PendingTerms } from '#web/book/components/commit/PendingTerms.tsx'
import { useTermsQuestion } from '#web/book/components/my-commitments/use-waiting.ts'
import { TermsQuestionCard } from '#web/deal/components/terms/TermsQuestionCard.tsx'
import { useSession } from '#web/session.ts'
import { useHashArrival } from '#web/ui/focus/hash.ts'
import { useRef, useState } from 'react'
import { AnswerBar } from '#web/loans/components/loan-detail/AnswerBar.tsx'

/** The question about a loan's proposed terms. A lender that isn't asked reads only that other terms are proposed. */
export function OwnTermsCard({ loan }: { loan: Loan }) {
  const { role } = useSession()
  const question = useTermsQuestion(loan)
  const [acts, setActs] = useState<HTMLElement | null>(null)
  const card = useRef<HTMLDivElement>(null)
  useHashArrival(
    'terms',
    () => {
      card.current?.scrollIntoView()
      card.current?.querySelector('h2')?.focus({ preventScroll: true })
      return card.current !== null
    },
    question !== undefined,
  )
  if (question === undefined) return null
  if (question === null) return isLender(role) && <PendingTerms loan={loan} question={null} />
  return (
    <div ref={card} className="scroll-mt-18">
      <TermsQuestionCard question={question} loan={loan} acts={setActs} />
      {question.canAnswer === 'true' && (
        <AnswerBar owed={{ about: 'terms', respondBy: question.respondBy }} acts={acts} />
      )}
    </div>
  )
}
