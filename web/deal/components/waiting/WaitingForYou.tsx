/** What waits for the lender's answer, above the cards of My Commitments. Renders nothing if nothing waits. */
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { TermsQuestionCard } from '#web/deal/components/terms/TermsQuestionCard.tsx'
import { NotUpToDate } from '#web/lists/NotUpToDate.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { useQuery } from '@tanstack/react-query'
import { OfferWaiting } from './OfferWaiting.tsx'
import { useOpenOffers } from './use-open-offers.ts'

export function WaitingForYou() {
  const { offers, open: openOffers = [] } = useOpenOffers()
  const questions = useQuery({
    ...endpointQuery('listOwnTermsQuestions', { query: {} }),
    refetchOnMount: 'always',
  })
  const openQuestions =
    questions.data?.filter(
      ({ proposalState, state }) => proposalState === 'open' && state === 'asked',
    ) ?? []
  const failed = [offers, questions].find(({ data, error }) => !data && error)
  const stale = [offers, questions].find(({ isRefetchError }) => isRefetchError)
  const count = openOffers.length + openQuestions.length
  if (!failed && count === 0) return null
  return (
    <section aria-labelledby="waiting-for-you" className="grid gap-3">
      <h2 id="waiting-for-you" className="text-heading font-semibold">
        Waiting for You
      </h2>
      {failed?.error && (
        <ErrorCard
          title="What waits for you couldn't be loaded"
          message={errorMessage(failed.error, failed.error.message)}
          busy={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      )}
      {stale && <NotUpToDate error={stale.error} />}
      <div className={cx('grid items-start gap-4', count > 1 && 'xl:grid-cols-2')}>
        {openOffers.map((offer, index) => (
          <OfferWaiting key={offer.id} offer={offer} isMain={index === 0} />
        ))}
        {openQuestions.map((question, index) => (
          <TermsQuestionCard
            key={question.id}
            question={question}
            isMain={index === 0 && openOffers.length === 0}
          />
        ))}
      </div>
    </section>
  )
}
