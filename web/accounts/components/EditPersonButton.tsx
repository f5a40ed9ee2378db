import type { User } from '#contract/accounts/users.ts'
import { useAction } from '#web/forms/use-action.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { EditUserDialogProps } from './manage-users/EditUserDialog.tsx'
import { useState, type ComponentProps } from 'react'

const EditUserDialog = onDemand(() =>
  import('./manage-users/EditUserDialog.tsx').then((part) => part.EditUserDialog),
)

type EditPersonButtonProps = Pick<User, 'id' | 'email'> &
  Pick<EditUserDialogProps, 'firstField'> &
  Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'aria-label' | 'children' | 'className'>

/** Loads the full account on click, because the page has only some of the account's fields. */
export function EditPersonButton({
  id,
  email,
  firstField,
  children = 'Edit',
  ...look
}: EditPersonButtonProps) {
  const [user, setUser] = useState<User | null>(null)
  const read = useAction({
    async act() {
      const found = await call('listUsers', { query: { search: email, limit: '200' } })
      const own = found.find((each) => each.id === id)
      if (!own) throw new Error(`Nobody has the id ${id}`)
      return own
    },
    failed: "The account couldn't be loaded. Please try again.",
    onDone: setUser,
  })
  return (
    <>
      <Button
        variant="outline"
        {...look}
        busy={read.isPending}
        onPointerEnter={EditUserDialog.preload}
        onFocus={EditUserDialog.preload}
        onClick={() => read.mutate()}
      >
        {children}
      </Button>
      {user && <EditUserDialog user={user} firstField={firstField} onClose={() => setUser(null)} />}
    </>
  )
}
