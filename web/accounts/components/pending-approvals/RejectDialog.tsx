import type { PendingUser } from '#contract/accounts/users.ts'
import { fullName } from '#domain/texts.ts'
import { BoundLoans } from '#web/accounts/components/BoundLoans.tsx'
import { countBinding } from '#web/accounts/components/users.ts'
import { withReason } from '#web/forms/refusal-text.ts'
import { useAction } from '#web/forms/use-action.ts'
import { ApiError, call } from '#web/api/client.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useEffect } from 'react'

export interface RejectDialogProps {
  user: Pick<PendingUser, 'id' | 'firstName' | 'lastName' | 'email' | 'bindingCommitments'>
  isSettled: boolean
  onClose: () => void
}

/** Asks for confirmation. The dialog closes if another administrator approves or rejects the user first. */
export function RejectDialog({ user, isSettled, onClose }: RejectDialogProps) {
  const reject = useAction({
    act: () =>
      call('deleteUser', {
        params: { id: user.id },
        query: { isPending: 'true', outcome: 'deleted' },
      }),
    done: () => ({ title: 'User rejected successfully' }),
    failed,
    onDone: onClose,
  })
  // After an attempt to reject the user, that attempt's toast reports the result.
  const { isPending, isIdle } = reject
  const name = fullName(user)
  useEffect(() => {
    if (!isSettled || isPending) return
    if (isIdle)
      toast({
        title: 'Nothing to reject',
        description: `Someone else already approved or rejected ${name}.`,
      })
    onClose()
  }, [isSettled, isPending, isIdle, name, onClose])
  if (user.bindingCommitments > 0) {
    const them = user.bindingCommitments === 1 ? 'it' : 'them'
    return (
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={`${name} can't be rejected`}
        text={`${name} has ${countBinding(user.bindingCommitments)}. Release ${them} first:`}
        cancelLabel="Close"
        onConfirm={onClose}
      >
        <BoundLoans userId={user.id} />
      </ConfirmDialog>
    )
  }
  // A retry would fail again, so the dialog doesn't offer one.
  const isRefused = reject.error instanceof ApiError && reject.error.status === 409
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Reject ${name}?`}
      text={`This deletes the account ${user.email} and tells its owner by email. The same address can register again.`}
      confirmLabel="Reject"
      destructive
      busy={reject.isPending}
      disabled={isRefused}
      error={isRefused ? withReason(failed, reject.error) : undefined}
      onConfirm={() => reject.mutate()}
    />
  )
}

const failed = 'Failed to reject user'
