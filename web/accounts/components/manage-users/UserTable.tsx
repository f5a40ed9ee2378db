import type { User } from '#contract/accounts/users.ts'
import { firmRoleLabels } from '#domain/access.ts'
import { formatShortly, isAboveZero } from '#domain/money.ts'
import { AddressText } from '#web/accounts/components/AddressText.tsx'
import { isPending } from '#web/accounts/components/users.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { paths } from '#web/addresses/paths.ts'
import { useSession } from '#web/session.ts'
import { formatDate } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import { useId } from 'react'
import { Link } from 'wouter'

export type UserAction = 'edit' | 'delete' | 'reject'

export interface UserTableProps {
  users: User[]
  onAct: (action: UserAction, user: User) => void
  /** Called after an action has removed its button from a row. */
  onSettled: () => unknown
}

export function UserTable({ users, ...acts }: UserTableProps) {
  return (
    <Table label="Users" className="border-t">
      <TableHead className="max-sm:sr-only">
        <HeaderCell>Name</HeaderCell>
        <HeaderCell className="max-xl:hidden">Email</HeaderCell>
        <HeaderCell className="max-xl:hidden">Username</HeaderCell>
        <HeaderCell className="max-md:hidden">Role</HeaderCell>
        <HeaderCell numeric className="max-sm:hidden">
          Actions
        </HeaderCell>
      </TableHead>
      <TableBody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} {...acts} />
        ))}
      </TableBody>
    </Table>
  )
}

type UserRowProps = Omit<UserTableProps, 'users'> & { user: User }

function UserRow(props: UserRowProps) {
  const { user } = props
  const signedIn = user.lastSignInAt
    ? `Signed in ${formatDate(user.lastSignInAt)}`
    : 'No sign-in yet'
  return (
    <TableRow className={cx(user.deactivatedAt !== null && 'text-muted-foreground')}>
      <Cell className="font-medium xl:min-w-44">
        <NameLine user={user} />
        {firmOf(user) && (
          <span className="block font-normal wrap-anywhere text-muted-foreground">
            {firmOf(user)}
          </span>
        )}
        {/* All people of a firm hold it together. */}
        {isAboveZero(user.bindingAmount) && (
          <span className="block text-xs font-normal text-muted-foreground">
            {formatShortly(user.bindingAmount)} binding
          </span>
        )}
        <span className="block font-normal wrap-anywhere text-muted-foreground xl:hidden">
          <AddressText address={user.email} />
        </span>
        <span className="flex flex-wrap gap-x-2 text-xs font-normal text-muted-foreground xl:hidden">
          {roleInFirm(user) && <span className="md:hidden">{roleInFirm(user)}</span>}
          <span>{signedIn}</span>
        </span>
        <div className="mt-1.5 sm:hidden">
          <UserActs {...props} />
        </div>
      </Cell>
      <Cell className="min-w-64 max-xl:hidden">
        <span className="block text-[0.8125rem] wrap-anywhere">
          <AddressText address={user.email} />
        </span>
        <span className="block text-xs text-muted-foreground">{signedIn}</span>
      </Cell>
      <Cell className="max-w-44 wrap-break-word max-xl:hidden">
        <AddressText address={user.username} />
      </Cell>
      <Cell className="max-md:hidden">
        <span className="flex items-baseline gap-1.5">
          <RoleBadge user={user} />
          <span className="text-xs text-muted-foreground empty:hidden">{roleInFirm(user)}</span>
        </span>
      </Cell>
      <Cell numeric className="max-sm:hidden">
        <UserActs {...props} />
      </Cell>
    </TableRow>
  )
}

/** The firm's own name or, for a firm that goes by its first person, the company. */
const firmOf = ({ firmName, companyName }: User) => firmName ?? companyName

/** The role in the firm. Null for a lender alone, who always manages the firm. */
const roleInFirm = ({ firmName, firmRole, isAdmin }: User) =>
  isAdmin === 'true' || (firmName === null && firmRole === 'manager')
    ? null
    : firmRoleLabels[firmRole]

function NameLine({ user }: { user: User }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        href={paths.adminLender(user.id)}
        className="wrap-anywhere underline decoration-muted-foreground/50 underline-offset-4 hover:decoration-current max-md:inline-block max-md:py-1.5"
      >
        {user.name}
      </Link>
      {useSession().user?.id === user.id && <Badge>You</Badge>}
      {user.deactivatedAt !== null && <Badge>Deactivated</Badge>}
      {isPending(user) && <Badge tone="warning">Pending</Badge>}
      {user.hasTwoFactor === 'true' && <Badge className="max-md:hidden">Two-factor</Badge>}
      {user.isAdmin === 'true' && (
        <span className="md:hidden">
          <RoleBadge user={user} />
        </span>
      )}
    </span>
  )
}

const RoleBadge = ({ user }: { user: User }) =>
  user.isAdmin === 'true' ? <Badge tone="info">Admin</Badge> : <Badge>Lender</Badge>

/** Rejecting someone who awaits approval deletes the account. An account with records can only be deactivated. */
function UserActs({ user, onAct, onSettled }: UserRowProps) {
  const isAwaiting = isPending(user)
  const end = isAwaiting && user.records === 0 ? 'reject' : 'delete'
  return (
    <div className="flex gap-1.5 sm:justify-end">
      {isAwaiting && (
        // Pending Approvals shows what speaks for the person.
        <ButtonLink
          href={`${paths.admin()}?tab=pending&user=${user.id}`}
          variant="outline"
          size="s"
          aria-label={`Review ${user.name}`}
        >
          Review
        </ButtonLink>
      )}
      <Button
        variant="outline"
        size="s"
        aria-label={`Edit ${user.name}`}
        onClick={() => onAct('edit', user)}
      >
        Edit
      </Button>
      {user.deactivatedAt === null ? (
        <EndButton user={user} end={end} onAct={onAct} />
      ) : (
        <ReactivateButton user={user} onDone={onSettled} />
      )}
    </div>
  )
}

const endLabels = { reject: 'Reject', delete: 'Delete' }

function EndButton({
  user,
  end,
  onAct,
}: Pick<UserRowProps, 'user' | 'onAct'> & { end: keyof typeof endLabels }) {
  const isSelf = useSession().user?.id === user.id
  const whyId = useId()
  return (
    <>
      <Button
        variant="ghost"
        size="s"
        aria-label={`${endLabels[end]} ${user.name}`}
        disabled={isSelf}
        aria-describedby={isSelf ? whyId : undefined}
        onClick={() => onAct(end, user)}
      >
        {endLabels[end]}
      </Button>
      {isSelf && (
        <span id={whyId} className="sr-only">
          You can't delete your own account.
        </span>
      )}
    </>
  )
}

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
