import { EllipsisVertical } from 'lucide-react'
import type { User } from '#contract/accounts/users.ts'
import { firmRoleLabels } from '#domain/access.ts'
import { formatShortly, isAboveZero } from '#domain/money.ts'
import { AddressText } from '#web/accounts/components/AddressText.tsx'
import { isPending, reviewOf } from '#web/accounts/components/users.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { paths } from '#web/addresses/paths.ts'
import { useSession } from '#web/session.ts'
import { daysSince, formatAge, formatTimestamp } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import { ActionMenu } from '#web/ui/overlays/ActionMenu.tsx'
import { useId } from 'react'
import { Link, useLocation } from 'wouter'

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
  return (
    <TableRow className={cx(user.deactivatedAt !== null && 'text-muted-foreground')}>
      <Cell className="w-full max-w-0 font-medium max-sm:py-2 max-sm:pr-1.5 xl:w-[47%]">
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <NameLine user={user} />
            <span className="block font-normal wrap-anywhere text-muted-foreground">
              <span>{user.firmName ?? user.companyName}</span>
              {/* People of different firms can give the same company. */}
              {user.firmName === null && user.companyName !== null && (
                <>
                  {/* The note stays beside the last word of the company. */}
                  {'\u00a0'}
                  <span className="ml-1 text-xs whitespace-nowrap">unnamed firm</span>
                </>
              )}
              <span className="block text-xs empty:hidden">{describeHeld(user)}</span>
            </span>
            <span className="block font-normal wrap-anywhere text-muted-foreground xl:hidden">
              <AddressText address={user.email} />
            </span>
            <span className="block font-normal xl:hidden">
              <LastSignIn user={user} />
            </span>
          </div>
          <div className="sm:hidden">
            <UserMenu {...props} />
          </div>
        </div>
      </Cell>
      <Cell className="w-[40%] max-w-0 max-xl:hidden">
        <span className="block text-[0.8125rem] wrap-anywhere">
          <AddressText address={user.email} />
        </span>
        <LastSignIn user={user} />
      </Cell>
      <Cell className="w-[13%] max-w-0 text-[0.8125rem] wrap-anywhere max-xl:hidden">
        <AddressText address={user.username} />
      </Cell>
      <Cell className="max-md:hidden">
        <RoleBadge user={user} />
        <span className="block text-xs text-muted-foreground empty:hidden">{roleInFirm(user)}</span>
      </Cell>
      <Cell numeric className="max-sm:hidden">
        <UserActs {...props} />
      </Cell>
    </TableRow>
  )
}

/** Returns text such as "Firm: $2M binding · $500,000 soft". All people of a firm hold its amounts together. */
function describeHeld({ firmName, bindingAmount, softAmount }: User): string {
  const held = [
    isAboveZero(bindingAmount) && `${formatShortly(bindingAmount)} binding`,
    isAboveZero(softAmount) && `${formatShortly(softAmount)} soft`,
  ].filter(Boolean)
  return `${firmName !== null && held.length > 0 ? 'Firm: ' : ''}${held.join(' · ')}`
}

const LastSignIn = ({ user }: { user: User }) => (
  <span className="flex flex-wrap gap-x-2 text-xs text-muted-foreground">
    {roleInFirm(user) && <span className="md:hidden">{roleInFirm(user)}</span>}
    {user.lastSignInAt ? (
      <time
        dateTime={user.lastSignInAt}
        title={formatTimestamp(user.lastSignInAt)}
        className={cx(isLongAgo(user.lastSignInAt) && 'font-medium text-warning')}
      >
        Signed in {formatAge(user.lastSignInAt)}
      </time>
    ) : (
      <span>No sign-in yet</span>
    )}
  </span>
)

/** After a quarter of a year, the access deserves a look. */
const isLongAgo = (signIn: string) => daysSince(signIn) > 90

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
const endOf = (user: User) => (isPending(user) && user.records === 0 ? 'reject' : 'delete')

const ownAccount = "You can't delete your own account."

function UserActs({ user, onAct, onSettled }: UserRowProps) {
  return (
    <div className="flex justify-end gap-1.5">
      {isPending(user) && (
        <ButtonLink
          href={reviewOf(user.id)}
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
        <EndButton user={user} onAct={onAct} />
      ) : (
        <ReactivateButton user={user} onDone={onSettled} />
      )}
    </div>
  )
}

/** The same actions for phones, where the buttons would take a separate line. */
function UserMenu({ user, onAct, onSettled }: UserRowProps) {
  const [, navigate] = useLocation()
  const isSelf = useSession().user?.id === user.id
  const reactivate = useReactivation(user, onSettled)
  const end = endOf(user)
  return (
    <ActionMenu
      trigger={
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Actions for ${user.name}`}
          busy={reactivate.isPending}
        >
          <EllipsisVertical aria-hidden="true" />
        </Button>
      }
      actions={[
        ...(isPending(user)
          ? [{ label: 'Review', onSelect: () => navigate(reviewOf(user.id)) }]
          : []),
        { label: 'Edit', onSelect: () => onAct('edit', user) },
        user.deactivatedAt === null
          ? {
              label: endLabels[end],
              ...(isSelf && { disabled: true, hint: ownAccount }),
              onSelect: () => onAct(end, user),
            }
          : { label: 'Reactivate', onSelect: () => reactivate.mutate() },
      ]}
    />
  )
}

const endLabels = { reject: 'Reject', delete: 'Delete' }

function EndButton({ user, onAct }: Pick<UserRowProps, 'user' | 'onAct'>) {
  const end = endOf(user)
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
          {ownAccount}
        </span>
      )}
    </>
  )
}

const useReactivation = (user: User, onDone: () => unknown) =>
  useAction({
    act: () => call('reactivateUser', { params: { id: user.id } }),
    done: () => ({ title: 'User reactivated', description: `${user.name} can sign in again.` }),
    failed: 'Failed to reactivate user',
    onDone,
  })

function ReactivateButton({ user, onDone }: { user: User; onDone: () => unknown }) {
  const reactivate = useReactivation(user, onDone)
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
