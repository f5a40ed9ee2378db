/** What waits for the lender's answer, above the cards of My Commitments. Renders nothing if nothing waits. */
import { endpointQuery } from '#web/api/client.ts'
import { TermsQuestionCard } from '#web/deal/components/terms/TermsQuestionCard.tsx'
import { NotUpToDate } from '#web/lists/NotUpToDate.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

export function WaitingForYou() {
  const questions = useQuery({
    ...endpointQuery('listOwnTermsQuestions', { query: {} }),
    refetchOnMount: 'always',
  })
  const open = questions.data?.filter(
    ({ proposalState, state }) => proposalState === 'open' && state === 'asked',
  )
  if (!open?.length) return questions.error ? <NotUpToDate error={questions.error} /> : null
  return (
    <WaitingSection>
      {questions.isRefetchError && <NotUpToDate error={questions.error} />}
      <div className="grid gap-4 xl:grid-cols-2">
        {open.map((question) => (
          <TermsQuestionCard key={question.id} question={question} />
        ))}
      </div>
    </WaitingSection>
  )
}

export const WaitingSection = ({ children }: { children: ReactNode }) => (
  <section aria-labelledby="waiting-for-you" className="grid gap-3">
    <h2 id="waiting-for-you" className="text-heading font-semibold">
      Waiting for You
    </h2>
    {children}
  </section>
)
