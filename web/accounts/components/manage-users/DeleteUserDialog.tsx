import type { AccountEnd, User } from '#contract/accounts/users.ts'
import { BoundLoans } from '#web/accounts/components/BoundLoans.tsx'
import { countBinding, userPagesQuery, type UserFilter } from '#web/accounts/components/users.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'

export interface DeleteUserDialogProps {
  user: User
  filter: UserFilter
  onClose: () => void
}

export function DeleteUserDialog({ user, filter, onClose }: DeleteUserDialogProps) {
  // Refetches the query to show current figures. The list behind the dialog uses the same query.
  useInfiniteQuery({ ...userPagesQuery(filter), refetchOnMount: 'always' })
  const remove = useAction({
    // The server rejects the call if its outcome would differ from the one that the user confirmed.
    act: (outcome: AccountEnd) =>
      call('deleteUser', { params: { id: user.id }, query: { outcome } }),
    done: (_answer, outcome) =>
      outcome === 'deactivated'
        ? { title: 'User deactivated', description: `${user.name} can no longer sign in.` }
        : { title: 'User deleted successfully' },
    failed: 'Failed to delete user',
    onDone: onClose,
  })
  const { title, text, outcome } = consequence(user)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      text={text}
      confirmLabel={outcome && confirmLabels[outcome]}
      cancelLabel={outcome ? 'Cancel' : 'Close'}
      destructive
      busy={remove.isPending}
      onConfirm={() => outcome && remove.mutate(outcome)}
    >
      {!outcome && <BoundLoans userId={user.id} />}
    </ConfirmDialog>
  )
}

const confirmLabels: Record<AccountEnd, string> = { deleted: 'Delete', deactivated: 'Deactivate' }

function consequence({ name, bindingCommitments: bound, records }: User): {
  title: string
  text: string
  outcome?: AccountEnd
} {
  if (bound > 0) {
    const them = bound === 1 ? 'it' : 'them'
    return {
      title: `${name} can't be deleted`,
      text: `${name} has ${countBinding(bound)}. Release ${them} first:`,
    }
  }
  if (records > 0) {
    return {
      title: `Deactivate ${name}?`,
      text: `${name} has ${counted(records, 'commitment or message', 'commitments and messages')} on record, so the account is deactivated instead: signed out, and unable to sign in. Soft commitments are withdrawn. Records keep the name. You can reactivate the account later.`,
      outcome: 'deactivated',
    }
  }
  return {
    title: `Delete ${name}?`,
    text: `${name} has no commitments and no messages on record, so the account is deleted for good. This action cannot be undone.`,
    outcome: 'deleted',
  }
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
