/** The questions that await the lender's answer, above the cards of My Commitments. Renders nothing without one. */
import { errorMessage } from '#web/api/client.ts'
import { useWaiting } from '#web/book/components/my-commitments/use-waiting.ts'
import { TermsQuestionCard } from '#web/deal/components/terms/TermsQuestionCard.tsx'
import { NotUpToDate } from '#web/lists/NotUpToDate.tsx'
import { useSession } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { byDeadline, firstToAnswer } from './by-deadline.ts'
import { OfferWaiting } from './OfferWaiting.tsx'

export function WaitingForYou() {
  const { role } = useSession()
  const { queries, offers, questions } = useWaiting()
  const failed = queries.find(({ data, error }) => !data && error)
  const stale = queries.find(({ isRefetchError }) => isRefetchError)
  const cards = byDeadline(offers, questions)
  const main = firstToAnswer(cards)
  if (!failed && cards.length === 0) return null
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
      <div className={cx('grid items-start gap-4', cards.length > 1 && 'xl:grid-cols-2')}>
        {cards.map((card) =>
          'offer' in card ? (
            <OfferWaiting key={card.offer.id} offer={card.offer} isMain={card === main} />
          ) : (
            <TermsQuestionCard
              key={card.question.id}
              question={card.question}
              isMain={card === main}
            />
          ),
        )}
      </div>
    </section>
  )
}
