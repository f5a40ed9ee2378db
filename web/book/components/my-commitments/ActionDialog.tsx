import type { Commitment } from '#contract/book/commitments.ts'
import type { Offer } from '#contract/deal/offers.ts'
import {
  formatCents,
  formatPart,
  formatShare,
  subtractPercent,
  zeroPercent,
} from '#domain/money.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { describeHoldAfter } from '#web/book/components/commit/describe-effect.ts'
import type { Holdings } from '#web/book/components/holdings/holdings.ts'
import { sharesOf, useOwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import { madeReceipt, type Made } from '#web/book/components/receipts/made-receipt.tsx'
import { withReceipt } from '#web/book/components/receipts/ReceiptLink.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { ChangeShareDialog } from './ChangeShareDialog.tsx'
import { MakeBindingDialog } from './MakeBindingDialog.tsx'
import type { OwnAction } from './own-acts.ts'
import { useCommitmentMutation } from './use-commitment-mutation.ts'

export interface ActionDialogProps {
  commitment: Commitment
  onDone: () => void
  onClose: () => void
}

export function ActionDialog({ action, ...props }: ActionDialogProps & { action: OwnAction }) {
  const Asked = dialogs[action]
  return <Asked {...props} />
}

/** While an offer to the firm is open, withdrawing one soft commitment declines it and withdraws them all. */
function WithdrawDialog({ commitment, onClose }: ActionDialogProps) {
  const { id, amount, percentage, loan } = commitment
  const isOffered = loan.bookStage === 'offered'
  const offers = useQuery({
    ...endpointQuery('listOwnOffers', { query: { loanId: loan.id, limit: '1' } }),
    enabled: isOffered,
  })
  const own = useOwnHoldings(loan.id)
  const { binding, soft } = sharesOf(own.held)
  const left = { binding, soft: subtractPercent(soft, percentage) }
  const offer = offers.data?.find(({ state }) => state === 'offered')
  const isKnown = !isOffered || (offers.data !== undefined && own.held !== undefined)
  const withdraw = useCommitmentMutation({
    run: () => call('withdrawCommitment', { params: { id } }),
    done: ({ receiptId }) =>
      offer
        ? {
            title: 'Offer declined',
            description: withReceipt(`Your soft shares of ${loan.title} are withdrawn.`, receiptId),
          }
        : {
            title: 'Commitment withdrawn',
            description: withReceipt(
              `${formatPart(percentage, amount)} of ${loan.title}, soft.`,
              receiptId,
            ),
          },
    onDone: onClose,
  })
  const failed = offers.isError || own.hasFailed
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Withdraw Commitment"
      text={
        offer && own.held ? (
          <DecliningText offer={offer} held={own.held} />
        ) : (
          <>
            This withdraws your indication of {formatCents(amount)} ({formatShare(percentage)}) in{' '}
            {loan.title}.{' '}
            {own.held && describeHoldAfter(left, { isSoft: true, percentage: zeroPercent })}
          </>
        )
      }
      confirmLabel={offer ? 'Withdraw and Decline' : 'Withdraw'}
      destructive
      busy={withdraw.isPending}
      disabled={!isKnown}
      error={withdraw.words ?? (!isKnown && failed ? offerUnknown : undefined)}
      onConfirm={withdraw.mutate}
    />
  )
}

const offerUnknown = "Your offer on this loan couldn't be loaded. Try again later."

function DecliningText({ offer, held: { binding, soft } }: { offer: Offer; held: Holdings }) {
  return (
    <>
      <strong className="font-semibold text-foreground">
        This declines your offer of {formatPart(offer.added, offer.addedAmount)}.
      </strong>{' '}
      All your soft shares of {offer.loan.title}
      {soft && `, ${formatPart(soft.share, soft.amount)},`} are withdrawn.
      {binding && ' Your binding share stays.'} Your answer is final.
    </>
  )
}

function MakeBindingAndReceipt({ commitment, onDone, onClose }: ActionDialogProps) {
  const [made, setMade] = useState<Made | null>(null)
  function finish(now: Made) {
    setMade(now)
    onDone()
  }
  if (!made) return <MakeBindingDialog commitment={commitment} onClose={onClose} onDone={finish} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      {...madeReceipt({ made, act: 'made_binding', onClose })}
    />
  )
}

const dialogs = {
  change: ChangeShareDialog,
  withdraw: WithdrawDialog,
  makeBinding: MakeBindingAndReceipt,
} satisfies Record<OwnAction, ComponentType<ActionDialogProps>>
