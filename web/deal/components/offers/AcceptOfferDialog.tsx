import type { Offer } from '#contract/deal/offers.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatExactRate, formatShare } from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { PositionAfter } from '#web/book/components/commit/PositionAfter.tsx'
import { useCommitmentMutation } from '#web/book/components/my-commitments/use-commitment-mutation.ts'
import { withReceipt } from '#web/book/components/receipts/ReceiptLink.tsx'
import { company } from '#web/company/company.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { describeAcceptance } from './describe-offer.ts'

interface OfferDialogProps {
  offer: Offer
  onClose: () => void
}

export function AcceptOfferDialog({ offer, onClose }: OfferDialogProps) {
  const { id, loan, added, addedAmount } = offer
  const accept = useCommitmentMutation({
    // The displayed amount is sent so that the server rejects the request if it has changed.
    run: () =>
      call('acceptOffer', { params: { id }, body: { amount: addedAmount }, loanId: loan.id }),
    done: ({ receiptId, share }) => ({
      title: 'Offer accepted',
      description: withReceipt(
        `You hold ${formatShare(share)} of ${loan.title}, binding.`,
        receiptId ?? undefined,
      ),
    }),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Accept Offer"
      text={
        <>
          <strong className="font-semibold text-foreground">{describeAcceptance(offer)}</strong>{' '}
          It's a share of {loan.title}, at {formatExactRate(exactRate(loan))} for{' '}
          {formatTerm(loan.term)}. You can't change or withdraw it; only {company.name} can release
          you.
        </>
      }
      confirmLabel="Accept"
      busy={accept.isPending}
      error={accept.words}
      onConfirm={accept.mutate}
    >
      <PositionAfter
        loan={loan}
        firmed={{ share: added, amount: addedAmount }}
        isPending={accept.isPending}
      />
    </ConfirmDialog>
  )
}
