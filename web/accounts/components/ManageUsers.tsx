import { Mail } from 'lucide-react'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { User } from '#contract/accounts/users.ts'
import { userKinds, userOrders, type UserOrder } from '#domain/access.ts'
import { useHashDialog } from '#web/ui/focus/hash.ts'
import { useAdminState } from '#web/admin-panel/use-admin-state.ts'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import { TableCard } from '#web/ui/display/Table.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Invitations } from './manage-users/Invitations.tsx'
import { UserTable, type UserAction } from './manage-users/UserTable.tsx'
import { paths } from '#web/addresses/paths.ts'
import { isPending, userPagesQuery, type UserFilter } from './users.ts'

const EditUserDialog = onDemand(() =>
  import('./manage-users/EditUserDialog.tsx').then((part) => part.EditUserDialog),
)
const DeleteUserDialog = onDemand(() =>
  import('./manage-users/DeleteUserDialog.tsx').then((part) => part.DeleteUserDialog),
)
const InviteDialog = onDemand(() =>
  import('./manage-users/InviteDialog.tsx').then((part) => part.InviteDialog),
)
const RejectDialog = onDemand(() =>
  import('./pending-approvals/RejectDialog.tsx').then((part) => part.RejectDialog),
)
const dialogs = { edit: EditUserDialog, delete: DeleteUserDialog }

export function ManageUsers() {
  const { state, change } = useAdminState()
  const filter = { search: state.search.trim(), kind: state.kind, sort: state.userSort }
  const isFiltered = Boolean(filter.search || filter.kind)
  const { title, keepFocus } = useKeptFocus()
  const query = useInfiniteQuery({
    ...userPagesQuery(filter),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const [acting, setActing] = useState<{ action: UserAction; user: User } | null>(null)
  const [isInviting, setInviting] = useState(false)
  useHashDialog('invite', () => setInviting(true))
  const shown = query.data?.pages.flatMap((page) => page.items) ?? []
  const actedOn = shown.find(({ id }) => id === acting?.user.id) ?? acting?.user
  const close = () => setActing(null)
  return (
    <div className="grid grid-cols-1 gap-5">
      <TableCard as="section" aria-labelledby="platform-users">
        <CardHeader
          className="items-center! pb-4"
          action={
            <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
              <div className="max-sm:col-span-2 sm:w-44 2xl:w-60">
                <SearchBox
                  label="Search users"
                  placeholder="Search..."
                  search={state.search}
                  // The first search adds a history entry. Refining the search doesn't.
                  onSearch={(text) => change({ search: text }, { replace: state.search !== '' })}
                />
              </div>
              <div className="flex gap-2 max-sm:col-span-2">
                <NativeSelect
                  aria-label="Users to show"
                  value={state.kind}
                  className="w-32 sm:w-36"
                  onChange={({ target }) =>
                    change({ kind: userKinds.find((kind) => kind === target.value) ?? '' })
                  }
                >
                  <option value="">All Users</option>
                  {userKinds.map((kind) => (
                    <option key={kind} value={kind}>
                      {kindNames[kind]}
                    </option>
                  ))}
                </NativeSelect>
                <NativeSelect
                  aria-label="Sort users"
                  value={state.userSort}
                  className="max-sm:flex-1 sm:w-36"
                  onChange={({ target }) =>
                    change({
                      userSort: userOrders.find((order) => order === target.value) ?? 'newest',
                    })
                  }
                >
                  {userOrders.map((order) => (
                    <option key={order} value={order}>
                      {orderNames[order]}
                    </option>
                  ))}
                </NativeSelect>
              </div>
              <Button
                variant="outline"
                onPointerEnter={InviteDialog.preload}
                onFocus={InviteDialog.preload}
                onClick={() => setInviting(true)}
              >
                <Mail aria-hidden="true" />
                Invite Lenders
              </Button>
              <ButtonLink href={`${paths.adminImport()}?kind=lenders`} variant="outline">
                Import Lenders
              </ButtonLink>
            </div>
          }
        >
          <CardTitle ref={title} id="platform-users" tabIndex={-1} className="outline-none">
            Platform Users
          </CardTitle>
        </CardHeader>
        <div aria-busy={query.isFetching} className={cx(query.isPlaceholderData && 'opacity-60')}>
          <FetchedPages
            query={query}
            failed="The users couldn't be loaded"
            skeleton={<Skeletons count={3} className="h-10" />}
            empty={
              isFiltered ? (
                <EmptyState
                  kind="no-match"
                  title="No users found"
                  text={
                    filter.search
                      ? 'No name, email address or company matches your search.'
                      : 'No user is of this kind.'
                  }
                  action={
                    <Button
                      variant="outline"
                      onClick={() => {
                        change({ search: '', kind: '' })
                        // The focused button is removed, so focus must move elsewhere.
                        title.current?.focus()
                      }}
                    >
                      {filter.kind ? 'Show All Users' : 'Clear Search'}
                    </Button>
                  }
                />
              ) : (
                <EmptyState title="No users yet" />
              )
            }
          >
            {(users) => (
              <>
                <UserTable
                  users={users}
                  onAct={(action, user) => setActing({ action, user })}
                  onSettled={keepFocus}
                />
                <p role="status" className="sr-only">
                  {query.isPlaceholderData
                    ? ''
                    : `${users.length} ${users.length === 1 ? 'user' : 'users'} shown`}
                </p>
              </>
            )}
          </FetchedPages>
        </div>
        {acting && actedOn && (
          <UserDialog action={acting.action} user={actedOn} filter={filter} onClose={close} />
        )}
        {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      </TableCard>
      <PartBoundary>
        <Invitations />
      </PartBoundary>
    </div>
  )
}

const kindNames = {
  admin: 'Admins',
  lender: 'Lenders',
  viewer: 'Viewers',
  pending: 'Pending',
  neverSignedIn: 'Never signed in',
  withoutTwoFactor: 'Without two-factor sign-in',
  deactivated: 'Deactivated',
}

const orderNames: Record<UserOrder, string> = {
  newest: 'Newest first',
  name: 'Name',
  firm: 'Firm',
  '-signedIn': 'Last sign-in',
  signedIn: 'Longest idle',
}

interface UserDialogProps {
  action: UserAction
  user: User
  filter: UserFilter
  onClose: () => void
}

function UserDialog({ action, ...rest }: UserDialogProps) {
  if (action === 'reject')
    return (
      <RejectDialog user={rest.user} isSettled={!isPending(rest.user)} onClose={rest.onClose} />
    )
  const Dialog = dialogs[action]
  return <Dialog {...rest} />
}
