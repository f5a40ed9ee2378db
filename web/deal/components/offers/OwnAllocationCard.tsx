import type { Offer } from '#contract/deal/offers.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { isLender } from '#domain/access.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import {
  formatCents,
  formatExactRate,
  formatShare,
  isAboveZero,
  yearlyInterest,
} from '#domain/money.ts'
import { callFile } from '#web/api/call-file.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { useOwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import { AnswerBar } from '#web/loans/components/loan-detail/AnswerBar.tsx'
import { ReceiptLink } from '#web/book/components/receipts/ReceiptLink.tsx'
import { company } from '#web/company/company.ts'
import { useExport } from '#web/files/use-export.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useViewerReason } from '#web/viewer-reason.ts'
import { useHashArrival } from '#web/ui/focus/hash.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  describeDeadline,
  describeHeadline,
  describeOutcome,
  describeSilence,
} from './describe-offer.ts'
import { OfferActs } from './OfferActs.tsx'

/** The newest offer made to the user's firm on a loan. Renders nothing without one. */
export function OwnAllocationCard({ loan }: { loan: Loan }) {
  const { role } = useSession()
  const own = useOwnHoldings(loan.id, { loads: false })
  const isOffered = loan.bookStage === 'offered'
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery('listOwnOffers', { query: { loanId: loan.id, limit: '1' } }),
    enabled: isLender(role) && (isOffered || own.lines.length > 0),
  })
  const [offer] = data ?? []
  if (!data && error && isOffered)
    return (
      <ErrorCard
        title="Your allocation couldn't be loaded"
        message={errorMessage(error, error.message)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data && isOffered && isLender(role)) return <Skeleton className="h-52 rounded-xl" />
  return offer ? <FilledCard offer={offer} /> : null
}

function FilledCard({ offer }: { offer: Offer }) {
  const { id, state, share, amount, bound, asked, staysSoft, note, explanation } = offer
  const letters = useExport("The letter couldn't be downloaded")
  const outcome = describeOutcome(offer)
  const rate = exactRate(offer.loan)
  const isOpen = state === 'offered'
  const viewerReason = useViewerReason('answer')
  const isViewer = viewerReason !== null
  const card = useRef<HTMLDivElement>(null)
  const [acts, setActs] = useState<HTMLElement | null>(null)
  useHashArrival('allocation', () => {
    card.current?.scrollIntoView()
    card.current?.querySelector('h2')?.focus({ preventScroll: true })
    return card.current !== null
  })
  const lines = [
    { name: isViewer ? 'Your firm asked for' : 'You asked for', value: formatShare(asked) },
    ...(isOpen && isAboveZero(staysSoft)
      ? [{ name: 'Stays soft', value: formatShare(staysSoft) }]
      : []),
    // Without a share bound before, the headline has the whole share.
    ...(isAboveZero(bound)
      ? [
          { name: 'Bound before', value: formatShare(bound) },
          { name: 'Your share in all', value: `${formatShare(share)} · ${formatCents(amount)}` },
        ]
      : []),
    ...(isAboveZero(share)
      ? [
          {
            name: `Interest a year at ${offer.loan.rateType === 'Floating' ? "today's " : ''}${formatExactRate(rate)}, gross`,
            value: formatCents(yearlyInterest([{ amount, rate }])),
          },
        ]
      : []),
  ]
  return (
    <>
      <Card
        as="section"
        ref={card}
        aria-labelledby="own-allocation"
        className="@container scroll-mt-18"
      >
        <CardHeader>
          <CardTitle id="own-allocation" tabIndex={-1} className="outline-none">
            {isViewer ? "Your Firm's Allocation" : 'Your Allocation'}
          </CardTitle>
        </CardHeader>
        <CardContent className="grid gap-x-8 gap-y-3 @3xl:grid-cols-2">
          <div className="grid content-start gap-3">
            <div>
              <p className="text-base font-semibold tracking-tight text-pretty">
                {isOpen ? describeHeadline(offer, isViewer) : outcome}
              </p>
              {isOpen && <p className="text-pretty">{describeDeadline(offer)}</p>}
              {isOpen && (
                <p className="text-pretty text-muted-foreground">
                  {describeSilence(offer, isViewer)}
                </p>
              )}
            </div>
            <dl className="grid gap-1">
              {lines.map(({ name, value }) => (
                <div key={name} className="flex flex-wrap justify-between gap-x-3">
                  <dt className="text-muted-foreground">{name}</dt>
                  <dd className="font-medium">{value}</dd>
                </div>
              ))}
            </dl>
            {isOpen && viewerReason && <p>{viewerReason}</p>}
            <div ref={setActs} className="empty:hidden">
              <OfferActs offer={offer} />
            </div>
          </div>
          <div className="grid content-start gap-3">
            {explanation.length > 0 && (
              <div className="rounded-lg bg-muted px-3 py-2">
                <h3 className="text-xs font-medium text-muted-foreground">Why This Share</h3>
                <p className="text-pretty">{explanation.join(' ')}</p>
              </div>
            )}
            {note && (
              <p className="wrap-anywhere whitespace-pre-line">
                <span className="block text-xs text-muted-foreground">From {company.name}</span>
                {note}
              </p>
            )}
            <p className="flex flex-wrap items-center gap-x-3 print:hidden">
              <Button
                variant="outline"
                size="s"
                busy={letters.busy}
                onClick={() =>
                  void letters.save(() => callFile('getOfferLetter', { params: { id } }))
                }
              >
                Allocation Letter
              </Button>
              {offer.receiptId && <ReceiptLink id={offer.receiptId} subject="your answer" />}
            </p>
          </div>
        </CardContent>
      </Card>
      {offer.canAnswer === 'true' && (
        <AnswerBar owed={{ about: 'offer', respondBy: offer.respondBy }} acts={acts} />
      )}
    </>
  )
}
