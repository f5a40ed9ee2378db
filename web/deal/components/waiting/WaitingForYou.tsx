import { isLender } from '#domain/access.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { TermsQuestionCard } from '#web/deal/components/terms/TermsQuestionCard.tsx'
import { useSession } from '#web/session.ts'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { useQuery } from '@tanstack/react-query'
import { OfferWaiting } from './OfferWaiting.tsx'

/** The offers and questions that wait for the lender's answer. Renders nothing without one. */
export function WaitingForYou() {
  const { role } = useSession()
  const asked = { enabled: isLender(role), refetchOnMount: 'always' } as const
  const offers = useQuery({ ...endpointQuery('listOwnOffers', { query: { limit: '24' } }), ...asked })
  const questions = useQuery({ ...endpointQuery('listOwnTermsQuestions', { query: {} }), ...asked })
  const openOffers = offers.data?.filter(({ state }) => state === 'offered') ?? []
  const openQuestions =
    questions.data?.filter(
      ({ proposalState, state }) => proposalState === 'open' && state === 'asked',
    ) ?? []
  const failed = [offers, questions].find(({ data, error }) => !data && error)
  if (!failed && openOffers.length + openQuestions.length === 0) return null
  return (
    <section aria-labelledby="waiting-for-you" className="grid gap-3">
      <h2 id="waiting-for-you" className="text-heading font-semibold">
        Waiting for You
      </h2>
      {failed?.error && (
        <ErrorCard
          title="Your open questions couldn't be loaded"
          message={errorMessage(failed.error, failed.error.message)}
          busy={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      )}
      <ul role="list" className="grid gap-4 xl:grid-cols-2">
        {openOffers.map((offer) => (
          <OfferWaiting key={offer.id} offer={offer} />
        ))}
        {openQuestions.map((question) => (
          <li key={question.id} className="min-w-0">
            <TermsQuestionCard question={question} />
          </li>
        ))}
      </ul>
    </section>
  )
}
