/** The questions that await the lender's answer, above the cards of My Commitments. Renders nothing without one. */
import { errorMessage } from '#web/api/client.ts'
import { useWaiting } from '#web/book/components/my-commitments/use-waiting.ts'
import { TermsQuestionCard } from '#web/deal/components/terms/TermsQuestionCard.tsx'
import { NotUpToDate } from '#web/lists/NotUpToDate.tsx'
import { useSession } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { OfferWaiting } from './OfferWaiting.tsx'

export function WaitingForYou() {
  const { role } = useSession()
  const { queries, offers, questions } = useWaiting()
  const failed = queries.find(({ data, error }) => !data && error)
  const stale = queries.find(({ isRefetchError }) => isRefetchError)
  const count = offers.length + questions.length
  if (!failed && count === 0) return null
  return (
    <section aria-labelledby="waiting-for-you" className="grid gap-3">
      <h2 id="waiting-for-you" className="text-heading font-semibold">
        {role === 'viewer' ? 'Waiting for Your Firm' : 'Waiting for You'}
      </h2>
      {failed?.error && (
        <ErrorCard
          title="Your open questions couldn't be loaded"
          message={errorMessage(failed.error, failed.error.message)}
          busy={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      )}
      {stale && <NotUpToDate error={stale.error} />}
      <div className={cx('grid items-start gap-4', count > 1 && 'xl:grid-cols-2')}>
        {offers.map((offer, index) => (
          <OfferWaiting key={offer.id} offer={offer} isMain={index === 0} />
        ))}
        {questions.map((question, index) => (
          <TermsQuestionCard
            key={question.id}
            question={question}
            isMain={index === 0 && offers.length === 0}
          />
        ))}
      </div>
    </section>
  )
}
