/** The decisions and payments that await the lender, above the views of My Commitments. Renders nothing without one. */
import { errorMessage } from '#web/api/client.ts'
import { ownCommitmentPages, withLoan } from '#web/book/components/my-commitments/portfolio.ts'
import { useActing } from '#web/book/components/my-commitments/use-acting.tsx'
import { useWaiting } from '#web/book/components/my-commitments/use-waiting.ts'
import { NotUpToDate } from '#web/lists/NotUpToDate.tsx'
import { useSession } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { byDeadline, dueSoon, onlyToAnswer } from './by-deadline.ts'
import { MoneyWaiting } from './MoneyWaiting.tsx'
import { OfferWaiting } from './OfferWaiting.tsx'
import { SoftWaiting } from './SoftWaiting.tsx'
import { TermsWaiting } from './TermsWaiting.tsx'

/** An even number of cards fills rows of two, and an odd one rows of three. */
const columns = ['xl:grid-cols-2', 'xl:grid-cols-3']

export function WaitingForYou() {
  const { role } = useSession()
  const { queries, offers, questions, money } = useWaiting()
  // Loans that are due soonest come first, so the first page has them.
  const own = useInfiniteQuery(ownCommitmentPages)
  const commitments = own.data && withLoan(own.data.pages.flatMap((page) => page.items))
  const { act, dialog } = useActing(commitments, own.refetch)
  const failed = queries.find(({ data, error }) => !data && error)
  const stale = queries.find(({ isRefetchError }) => isRefetchError)
  const cards = byDeadline({ offers, questions, soft: dueSoon(commitments ?? []), money })
  const main = onlyToAnswer(cards)
  return (
    <>
      {(failed || cards.length > 0) && (
        <section aria-labelledby="waiting-for-you" className="grid gap-3">
          <div className="flex items-baseline gap-2">
            <h2 id="waiting-for-you" className="text-heading font-semibold">
              {role === 'viewer' ? 'Waiting for Your Firm' : 'Waiting for You'}
            </h2>
            {cards.length > 1 && (
              <span className="text-[0.8125rem] text-muted-foreground">
                {cards.length}, soonest first
              </span>
            )}
          </div>
          {failed?.error && (
            <ErrorCard
              title="Your open questions couldn't be loaded"
              message={errorMessage(failed.error, failed.error.message)}
              busy={failed.isFetching}
              onRetry={() => void failed.refetch()}
            />
          )}
          {stale && <NotUpToDate error={stale.error} />}
          <div className={cx('grid gap-4', cards.length > 1 && columns[cards.length % 2])}>
            {cards.map((card) => {
              const isMain = card === main
              if ('money' in card)
                return <MoneyWaiting key={card.money.loanId} money={card.money} />
              if ('offer' in card)
                return <OfferWaiting key={card.offer.id} offer={card.offer} isMain={isMain} />
              if ('question' in card)
                return (
                  <TermsWaiting
                    key={card.question.id}
                    question={card.question}
                    loan={commitments?.find(({ loanId }) => loanId === card.question.loanId)?.loan}
                    isMain={isMain}
                  />
                )
              return (
                <SoftWaiting
                  key={card.soft.id}
                  commitment={card.soft}
                  isMain={isMain}
                  onMakeBinding={() => act('makeBinding', card.soft)}
                />
              )
            })}
          </div>
        </section>
      )}
      {/* The dialog is outside the section, because its act can remove the last card while its receipt is shown. */}
      {dialog}
    </>
  )
}
