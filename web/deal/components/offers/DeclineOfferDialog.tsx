import type { Offer } from '#contract/deal/offers.ts'
import { formatPart, formatShare, isAboveZero, subtractPercent } from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import { call } from '#web/api/client.ts'
import { useOwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import { useCommitmentMutation } from '#web/book/components/my-commitments/use-commitment-mutation.ts'
import { withReceipt } from '#web/book/components/receipts/ReceiptLink.tsx'
import { useKeptInput } from '#web/forms/kept-input.ts'
import { company } from '#web/company/company.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { useState } from 'react'

interface DeclineOfferDialogProps {
  offer: Offer
  onClose: () => void
}

export function DeclineOfferDialog({ offer, onClose }: DeclineOfferDialogProps) {
  const { id, loan, added, addedAmount, asked, bound } = offer
  const soft = useOwnHoldings(loan.id).held?.soft
  const [typed, setTyped] = useState<string | null>(null)
  const kept = useKeptInput(`decline ${id}`, () => typed || null)
  // A reason that was typed before the dialog was closed is in the field again.
  const reason = typed ?? kept.offer?.input ?? ''
  const decline = useCommitmentMutation({
    run: () => call('declineOffer', { params: { id }, body: { reason }, loanId: loan.id }),
    done: ({ receiptId }) => ({
      title: 'Offer declined',
      description: withReceipt(
        `Your soft shares of ${loan.title} are withdrawn.`,
        receiptId ?? undefined,
      ),
    }),
    onDone: () => {
      kept.answer()
      kept.finish()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Decline Offer"
      text={
        <>
          <strong className="font-semibold text-foreground">
            You decline {formatPart(added, addedAmount)} of {loan.title}, and your soft{' '}
            {soft
              ? formatPart(soft.share, soft.amount)
              : formatShare(subtractPercent(asked, bound))}{' '}
            is withdrawn.
          </strong>
          {isAboveZero(bound) && ' Your binding share stays.'} Your answer is final.
        </>
      }
      confirmLabel="Decline Offer"
      destructive
      busy={decline.isPending}
      error={decline.words}
      onConfirm={decline.mutate}
    >
      <Field label="Reason" hint={`Optional. Only ${company.name} reads it.`} className="mt-4">
        <Textarea
          rows={2}
          maxLength={textLimits.passComment}
          readOnly={decline.isPending}
          value={reason}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
    </ConfirmDialog>
  )
}
