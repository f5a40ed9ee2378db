import type { Commitment } from '#contract/commitments.ts'
import { formatCents, formatShare } from '#domain/money.ts'
import { call } from '#web/api.ts'
import type { OwnAction } from '#web/pages/MyCommitmentsPage.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ChangeShareDialog } from './ChangeShareDialog.tsx'
import { useCommitmentMutation } from './use-commitment-mutation.ts'

export interface ActionDialogProps {
  commitment: Commitment
  onClose: () => void
}

/** Says what an act does in money, and does it. */
export function ActionDialog({ action, ...props }: ActionDialogProps & { action: OwnAction }) {
  switch (action) {
    case 'change':
      return <ChangeShareDialog {...props} />
    case 'withdraw':
      return <WithdrawDialog {...props} />
    case 'makeBinding':
      return <MakeBindingDialog {...props} />
  }
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
      onOpenChange={onClose}
      title="Withdraw commitment"
      text={`You withdraw your soft commitment of ${formatCents(amount)} (${formatShare(percentage)}) to ${loan.title}.`}
      confirmLabel="Withdraw"
      destructive
      busy={withdraw.isPending}
      error={withdraw.words}
      onConfirm={withdraw.mutate}
    />
  )
}

function MakeBindingDialog({ commitment, onClose }: ActionDialogProps) {
  const { id, amount, percentage, loan } = commitment
  const makeBinding = useCommitmentMutation({
    run: () => call('makeCommitmentBinding', { params: { id } }),
    done: (made) => ({
      title: 'Commitment made binding',
      description: `${formatCents(made.amount)}, binding`,
    }),
    onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Make commitment binding"
      text={
        <>
          <strong className="font-semibold text-foreground">
            You commit {formatCents(amount)}, binding.
          </strong>{' '}
          That is {formatShare(percentage)} of {loan.title}. You can no longer change or withdraw
          it; only an administrator can release it.
        </>
      }
      confirmLabel="Make Binding"
      busy={makeBinding.isPending}
      error={makeBinding.words}
      onConfirm={makeBinding.mutate}
    />
  )
}
