import type { User } from '#contract/accounts/users.ts'
import { countBinding } from '#web/accounts/components/users.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { paths } from '#web/addresses/paths.ts'
import { useSession } from '#web/session.ts'
import { formatDate } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import { Link } from 'wouter'

export type UserAction = 'edit' | 'delete'

export interface UserTableProps {
  users: User[]
  onAct: (action: UserAction, user: User) => void
  onReactivated: () => unknown
}

export function UserTable({ users, onAct, onReactivated }: UserTableProps) {
  return (
    <Table label="Users" className="border-t">
      <TableHead>
        <HeaderCell>Name</HeaderCell>
        <HeaderCell className="max-xl:hidden">Email</HeaderCell>
        <HeaderCell className="max-xl:hidden">Username</HeaderCell>
        <HeaderCell className="max-md:hidden">Role</HeaderCell>
        <HeaderCell numeric>Actions</HeaderCell>
      </TableHead>
      <TableBody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} onAct={onAct} onReactivated={onReactivated} />
        ))}
      </TableBody>
    </Table>
  )
}

function UserRow({ user, onAct, onReactivated }: Omit<UserTableProps, 'users'> & { user: User }) {
  const isSelf = useSession().user?.id === user.id
  const isDeactivated = user.deactivatedAt !== null
  const whyId = `why-not-${user.id}`
  const details = [
    user.companyName,
    user.bindingCommitments > 0 && countBinding(user.bindingCommitments),
    user.lastSignInAt && `Signed in ${formatDate(user.lastSignInAt)}`,
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <TableRow className={cx(isDeactivated && 'text-muted-foreground')}>
      <Cell className="font-medium xl:w-1/2 xl:max-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={paths.adminLender(user.id)}
            className="wrap-anywhere underline decoration-muted-foreground/50 underline-offset-4 hover:decoration-current max-md:inline-block max-md:py-1.5"
          >
            {user.name}
          </Link>
          {isSelf && <Badge>You</Badge>}
          {isDeactivated && <Badge>Deactivated</Badge>}
          {isPending(user) && <Badge tone="warning">Pending</Badge>}
          {user.hasTwoFactor === 'true' && <Badge className="max-md:hidden">Two-factor</Badge>}
          <span className="md:hidden">
            <RoleBadge user={user} />
          </span>
        </span>
        <span className="block font-normal wrap-anywhere text-muted-foreground xl:hidden">
          {user.email}
        </span>
        <span
          className="block text-xs font-normal wrap-anywhere text-muted-foreground xl:truncate"
          title={details}
        >
          {details}
        </span>
      </Cell>
      <Cell className="max-w-56 truncate max-xl:hidden" title={user.email}>
        {user.email}
      </Cell>
      <Cell className="max-w-32 truncate max-xl:hidden" title={user.username}>
        {user.username}
      </Cell>
      <Cell className="max-md:hidden">
        <RoleBadge user={user} />
      </Cell>
      <Cell numeric>
        <div className="flex justify-end gap-1.5 max-sm:flex-col">
          <Button
            variant="outline"
            size="s"
            aria-label={`Edit ${user.name}`}
            onClick={() => onAct('edit', user)}
          >
            Edit
          </Button>
          {isDeactivated ? (
            <ReactivateButton user={user} onDone={onReactivated} />
          ) : (
            <Button
              variant="ghost"
              size="s"
              aria-label={`Delete ${user.name}`}
              disabled={isSelf}
              aria-describedby={isSelf ? whyId : undefined}
              onClick={() => onAct('delete', user)}
            >
              Delete
            </Button>
          )}
          {isSelf && (
            <span id={whyId} className="sr-only">
              You can't delete your own account.
            </span>
          )}
        </div>
      </Cell>
    </TableRow>
  )
}

const isPending = ({ isAdmin, isApproved, deactivatedAt }: User) =>
  isAdmin === 'false' && isApproved === 'false' && deactivatedAt === null

const RoleBadge = ({ user }: { user: User }) =>
  user.isAdmin === 'true' ? <Badge tone="info">Admin</Badge> : <Badge>Lender</Badge>

function ReactivateButton({ user, onDone }: { user: User; onDone: () => unknown }) {
  const reactivate = useAction({
    act: () => call('reactivateUser', { params: { id: user.id } }),
    done: () => ({ title: 'User reactivated', description: `${user.name} can sign in again.` }),
    failed: 'Failed to reactivate user',
    onDone,
  })
  return (
    <Button
      variant="outline"
      size="s"
      aria-label={`Reactivate ${user.name}`}
      busy={reactivate.isPending}
      onClick={() => reactivate.mutate()}
    >
      Reactivate
    </Button>
  )
}
