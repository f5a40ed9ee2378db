import { endpointQuery } from '#web/api/client.ts'
import { TermsQuestionCard } from '#web/deal/components/terms/TermsQuestionCard.tsx'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'

/** The question about a loan's proposed terms. Renders nothing for readers who aren't asked. */
export function OwnTermsCard({ loanId }: { loanId: string }) {
  const { role } = useSession()
  const { data } = useQuery({
    ...endpointQuery('listOwnTermsQuestions', { query: { loanId } }),
    refetchOnMount: 'always',
    enabled: role !== 'visitor',
  })
  const question = data?.find(({ proposalState }) => proposalState === 'open')
  return question ? <TermsQuestionCard question={question} isOnLoan /> : null
}
