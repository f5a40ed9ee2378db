import type { Commitment } from '#contract/book/commitments.ts'
import { formatCents, formatShare } from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { madeReceipt, type Made } from '#web/book/components/receipts/made-receipt.tsx'
import { withReceipt } from '#web/book/components/receipts/ReceiptLink.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
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

function WithdrawDialog({ commitment, onClose }: ActionDialogProps) {
  const { id, amount, percentage, loan } = commitment
  const withdraw = useCommitmentMutation({
    run: () => call('withdrawCommitment', { params: { id } }),
    done: ({ receiptId }) => ({
      title: 'Commitment withdrawn',
      description: withReceipt(`${formatCents(amount)}, soft.`, receiptId),
    }),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Withdraw Commitment"
      text={`This withdraws your indication of ${formatCents(amount)} (${formatShare(percentage)}) in ${loan.title}.`}
      confirmLabel="Withdraw"
      destructive
      busy={withdraw.isPending}
      error={withdraw.words}
      onConfirm={withdraw.mutate}
    />
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
