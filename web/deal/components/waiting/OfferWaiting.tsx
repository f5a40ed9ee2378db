import type { Offer } from '#contract/deal/offers.ts'
import { formatCents, formatShare, isAboveZero } from '#domain/money.ts'
import { paths } from '#web/addresses/paths.ts'
import { describeDeadline, describeHeadline } from '#web/deal/components/offers/describe-offer.ts'
import { OfferActs } from '#web/deal/components/offers/OfferActs.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { Link } from 'wouter'

/** An offer that waits for its lender's answer. */
export function OfferWaiting({ offer, isMain }: { offer: Offer; isMain: boolean }) {
  const { loan, bound, share, amount, asked } = offer
  return (
    <Card as="article" className="grid content-start gap-3 border-warning px-4.5 py-4">
      <div className="min-w-0">
        <h3 className="font-medium wrap-anywhere">
          <Link href={paths.loan(loan.id)} className="underline-offset-4 hover:underline">
            {loan.title}
          </Link>
        </h3>
        <p className="text-base font-semibold tracking-tight text-pretty">
          {describeHeadline(offer)}
        </p>
        <p className="text-muted-foreground">
          of {formatShare(asked)} asked
          {isAboveZero(bound) &&
            `, ${formatShare(bound)} bound before · ${formatShare(share)} (${formatCents(amount)}) in all`}
        </p>
      </div>
      <p className="text-pretty">{describeDeadline(offer)}</p>
      <OfferActs offer={offer} isMain={isMain} />
    </Card>
  )
}
