import type { User } from '#contract/accounts/users.ts'
import { userPagesQuery } from '#web/accounts/components/user-pages.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/actions/use-action.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'

export interface DeleteUserDialogProps {
  user: User
  /** The search of the list behind. */
  search: string
  onClose: () => void
}

/** Explains what deleting means for this account, and does it: some can only be deactivated. */
export function DeleteUserDialog({ user, search, onClose }: DeleteUserDialogProps) {
  // The page behind shows the result too: both use current figures.
  useInfiniteQuery({ ...userPagesQuery(search), refetchOnMount: 'always' })
  const client = useQueryClient()
  const remove = useAction({
    act: () => call('deleteUser', { params: { id: user.id } }),
    done() {
      // The server decides between deletion and deactivation; an account still listed was deactivated.
      const known = client.getQueryData<UserPages>(userPagesQuery(search).queryKey)
      return known?.pages.some(({ items }) => items.some(({ id }) => id === user.id))
        ? { title: 'User deactivated', description: `${user.name} can no longer sign in.` }
        : { title: 'User deleted successfully' }
    },
    failed: 'Failed to delete user',
    onDone: onClose,
  })
  const { title, text, confirmLabel, canDelete } = consequence(user)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      text={text}
      confirmLabel={confirmLabel}
      cancelLabel={canDelete ? 'Cancel' : 'Close'}
      disabled={!canDelete}
      destructive
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}

type UserPages = InfiniteData<{ items: User[] }>

/** What deleting means, in figures. */
function consequence({ name, bindingCommitments: bound, records }: User) {
  if (bound > 0) {
    const them = bound === 1 ? 'it' : 'them'
    return {
      title: `${name} cannot be deleted`,
      text: `${name} has ${counted(bound, 'binding commitment')}. An administrator has to release ${them} on the loan’s book first.`,
      confirmLabel: 'Delete',
      canDelete: false,
    }
  }
  if (records > 0) {
    return {
      title: `Deactivate ${name}?`,
      text: `${name} has ${counted(records, 'commitment or message', 'commitments and messages')} on record, so the account will be deactivated: signed out, and unable to sign in. Soft commitments are withdrawn; the name is kept on the records. The account can be reactivated.`,
      confirmLabel: 'Deactivate',
      canDelete: true,
    }
  }
  return {
    title: `Delete ${name}?`,
    text: `${name} has no commitments and no messages on record, so the account will be permanently deleted. This action cannot be undone.`,
    confirmLabel: 'Delete',
    canDelete: true,
  }
}

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`
