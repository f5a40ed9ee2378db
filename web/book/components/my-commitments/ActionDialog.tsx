import type { Commitment } from '#contract/book/commitments.ts'
import { formatCents, formatShare } from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { ComponentType } from 'react'
import { ChangeShareDialog } from './ChangeShareDialog.tsx'
import { MakeBindingDialog } from './MakeBindingDialog.tsx'
import type { OwnAction } from './own-acts.ts'
import { useCommitmentMutation } from './use-commitment-mutation.ts'

export interface ActionDialogProps {
  commitment: Commitment
  onClose: () => void
}

/** Explains an action's effect in money, and performs it. */
export function ActionDialog({ action, ...props }: ActionDialogProps & { action: OwnAction }) {
  const Dialog = dialogs[action]
  return <Dialog {...props} />
}

function WithdrawDialog({ commitment, onClose }: ActionDialogProps) {
  const { id, amount, percentage, loan } = commitment
  const withdraw = useCommitmentMutation({
    run: () => call('withdrawCommitment', { params: { id } }),
    done: () => ({ title: 'Commitment withdrawn', description: `${formatCents(amount)}, soft` }),
    onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Withdraw commitment"
      text={`This withdraws your indication of ${formatCents(amount)} (${formatShare(percentage)}) in ${loan.title}.`}
      confirmLabel="Withdraw"
      destructive
      busy={withdraw.isPending}
      error={withdraw.words}
      onConfirm={withdraw.mutate}
    />
  )
}

const dialogs = {
  change: ChangeShareDialog,
  withdraw: WithdrawDialog,
  makeBinding: MakeBindingDialog,
} satisfies Record<OwnAction, ComponentType<ActionDialogProps>>
