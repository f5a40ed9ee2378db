import type { PendingUser } from '#contract/accounts/users.ts'
import { fullName } from '#domain/texts.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/actions/use-action.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useEffect } from 'react'

export interface RejectDialogProps {
  user: PendingUser
  /** The person awaits approval no longer. */
  isSettled: boolean
  onClose: () => void
}

/** Asks for confirmation before a registration is rejected, and closes when somebody else has answered it. */
export function RejectDialog({ user, isSettled, onClose }: RejectDialogProps) {
  const reject = useAction({
    act: () =>
      call('deleteUser', {
        params: { id: user.id },
        query: { isPending: 'true', outcome: 'deleted' },
      }),
    done: () => ({ title: 'User rejected successfully' }),
    failed: 'Failed to reject user',
    onDone: onClose,
  })
  // The own rejection settles it too, and its refusal has already said why.
  const { isPending, isIdle } = reject
  const name = fullName(user)
  useEffect(() => {
    if (!isSettled || isPending) return
    if (isIdle)
      toast({
        title: 'Nothing to reject',
        description: `Someone else has approved or rejected ${name} meanwhile.`,
      })
    onClose()
  }, [isSettled, isPending, isIdle, name, onClose])
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Reject ${name}?`}
      text={`This deletes the account ${user.email} and tells its owner by email. The same address can register again.`}
      confirmLabel="Reject"
      destructive
      busy={reject.isPending}
      onConfirm={() => reject.mutate()}
    />
  )
}
