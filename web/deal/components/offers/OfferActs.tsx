import type { Offer } from '#contract/deal/offers.ts'
import { CopyRequest } from '#web/files/CopyRequest.tsx'
import { requestToAnswerOffer } from '#web/book/components/requests.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState } from 'react'

const AcceptOfferDialog = onDemand(() =>
  import('./AcceptOfferDialog.tsx').then((part) => part.AcceptOfferDialog),
)
const DeclineOfferDialog = onDemand(() =>
  import('./DeclineOfferDialog.tsx').then((part) => part.DeclineOfferDialog),
)

interface OfferActsProps {
  offer: Offer
  /** False if another question on the page comes first. */
  isMain?: boolean
}

/** The answers to an open offer. For a viewer, a request to a colleague who can give one. */
export function OfferActs({ offer, isMain = true }: OfferActsProps) {
  const [dialog, setDialog] = useState<'accept' | 'decline' | null>(null)
  const close = () => setDialog(null)
  const { title } = offer.loan
  const isViewer = useSession().role === 'viewer'
  return (
    <>
      {isViewer && offer.state === 'offered' && (
        <p className="print:hidden">
          <CopyRequest
            request={requestToAnswerOffer({
              loanId: offer.loan.id,
              loanTitle: title,
              percentage: offer.added,
              amount: offer.addedAmount,
              respondBy: offer.respondBy,
            })}
            variant={isMain ? 'primary' : 'outline'}
            aria-label={`Copy Request: ${title}`}
          />
        </p>
      )}
      {offer.canAnswer === 'true' && (
        <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2 print:hidden">
          {offer.isOnTerms === 'true' && (
            <Button
              variant={isMain ? 'primary' : 'outline'}
              aria-label={`Accept: ${title}`}
              onPointerEnter={AcceptOfferDialog.preload}
              onFocus={AcceptOfferDialog.preload}
              onClick={() => setDialog('accept')}
            >
              Accept
            </Button>
          )}
          <Button
            variant="outline"
            aria-label={`Decline: ${title}`}
            onClick={() => setDialog('decline')}
          >
            Decline
          </Button>
        </div>
      )}
      {dialog === 'accept' && <AcceptOfferDialog offer={offer} onClose={close} />}
      {dialog === 'decline' && <DeclineOfferDialog offer={offer} onClose={close} />}
    </>
  )
}
