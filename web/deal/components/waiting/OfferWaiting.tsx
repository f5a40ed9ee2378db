import type { Offer } from '#contract/deal/offers.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import {
  formatCents,
  formatExactRate,
  formatShare,
  isAboveZero,
  yearlyInterest,
} from '#domain/money.ts'
import {
  describeDeadline,
  describeHeadline,
  describeSilence,
} from '#web/deal/components/offers/describe-offer.ts'
import { OfferActs } from '#web/deal/components/offers/OfferActs.tsx'
import { useSession } from '#web/session.ts'
import { WaitingCard } from './WaitingCard.tsx'

/** An offer that waits for its lender's answer. */
export function OfferWaiting({ offer, isMain }: { offer: Offer; isMain: boolean }) {
  const { loan, bound, share, amount, asked, addedAmount, staysSoft } = offer
  const isViewer = useSession().role === 'viewer'
  const rate = exactRate(loan)
  return (
    <WaitingCard
      kind="Offer"
      loan={loan}
      headline={describeHeadline(offer, isViewer)}
      deadline={describeDeadline(offer)}
      acts={<OfferActs offer={offer} isMain={isMain} />}
    >
      <p>
        of {formatShare(asked)} asked
        {isAboveZero(staysSoft) && `, ${formatShare(staysSoft)} stays soft`}
        {isAboveZero(bound) &&
          `, ${formatShare(bound)} bound before · ${formatShare(share)} (${formatCents(amount)}) in all`}
      </p>
      <p>
        {formatCents(yearlyInterest([{ amount: addedAmount, rate }]))} a year at{' '}
        {formatExactRate(rate)}, gross
      </p>
      <p>{describeSilence(offer, isViewer)}</p>
    </WaitingCard>
  )
}
