import { onDemand } from '#web/ui/on-demand.tsx'
import type { User } from '#contract/accounts/users.ts'
import { textLimits } from '#domain/texts.ts'
import { endpointQuery } from '#web/api/client.ts'
import { FetchedList } from '#web/lists/FetchedList.tsx'
import { findUsers } from './user-filter.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { UserTable, type UserAction } from './manage-users/UserTable.tsx'

// Loaded on demand: the dialogs are larger than the table, and most visits open none.
const EditUserDialog = onDemand(() =>
  import('./manage-users/EditUserDialog.tsx').then((part) => part.EditUserDialog),
)
const DeleteUserDialog = onDemand(() =>
  import('./manage-users/DeleteUserDialog.tsx').then((part) => part.DeleteUserDialog),
)
const dialogs = { edit: EditUserDialog, delete: DeleteUserDialog }

/** All accounts, and what administrators can do with them. */
export function ManageUsers() {
  const users = useQuery({ ...endpointQuery('listUsers'), refetchOnMount: 'always' })
  const [search, setSearch] = useState('')
  const [acting, setActing] = useState<{ action: UserAction; id: string } | null>(null)
  const actedOn = users.data?.find(({ id }) => id === acting?.id)
  const Dialog = acting && dialogs[acting.action]

  const fetched = (
    <FetchedList
      query={users}
      failed="The users could not be loaded"
      skeleton={
        <>
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </>
      }
      empty={<EmptyState title="No users yet" />}
    >
      {(items) => (
        <FoundUsers
          // A new search resets the list to its first rows.
          key={search}
          users={findUsers(items, search)}
          onAct={(action, { id }) => setActing({ action, id })}
          onClear={() => setSearch('')}
        />
      )}
    </FetchedList>
  )
  return (
    <Card as="section" aria-labelledby="platform-users" className="overflow-hidden">
      <CardHeader
        className="items-center! pb-4"
        action={
          <Field label="Search users" hideLabel className="w-full sm:w-72">
            <Input
              type="search"
              placeholder="Search by name or email..."
              maxLength={textLimits.search}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </Field>
        }
      >
        <CardTitle id="platform-users">Platform Users</CardTitle>
      </CardHeader>
      {/* The table reaches the card's edges; its placeholders do not. */}
      {users.data ? fetched : <CardContent>{fetched}</CardContent>}
      {Dialog && actedOn && <Dialog user={actedOn} onClose={() => setActing(null)} />}
    </Card>
  )
}

/** The number of rows drawn at once; the server returns everyone. */
const rowsAtOnce = 100

function FoundUsers({
  users,
  onAct,
  onClear,
}: {
  users: User[]
  onAct: (action: UserAction, user: User) => void
  onClear: () => void
}) {
  const [shown, setShown] = useState(rowsAtOnce)
  if (users.length === 0) {
    return (
      <EmptyState
        kind="no-match"
        title="No users found"
        text="No name and no email address matches your search."
        action={
          <Button variant="outline" onClick={onClear}>
            Clear search
          </Button>
        }
      />
    )
  }
  return (
    <>
      <UserTable users={users.slice(0, shown)} onAct={onAct} />
      {users.length > shown && (
        <div className="flex justify-center border-t py-3">
          <Button variant="outline" onClick={() => setShown(shown + rowsAtOnce)}>
            Show more ({users.length - shown} left)
          </Button>
        </div>
      )}
    </>
  )
}
