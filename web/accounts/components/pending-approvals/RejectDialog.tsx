import type { PendingUser } from '#contract/accounts/users.ts'
import { fullName } from '#domain/texts.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/actions/use-action.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

export interface RejectDialogProps {
  user: PendingUser
  onClose: () => void
}

/** Asks for confirmation before a registration is rejected. */
export function RejectDialog({ user, onClose }: RejectDialogProps) {
  const reject = useAction({
    act: () => call('deleteUser', { params: { id: user.id } }),
    done: () => ({ title: 'User rejected successfully' }),
    failed: 'Failed to reject user',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Reject ${fullName(user)}?`}
      text={`This deletes the account ${user.email} and tells its owner by email. The same address can register again.`}
      confirmLabel="Reject"
      destructive
      busy={reject.isPending}
      onConfirm={() => reject.mutate()}
    />
  )
}
