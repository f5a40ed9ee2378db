import { firmRoleLabels } from '#domain/access.ts'
import { ChevronDown } from 'lucide-react'
import type { FirmPerson } from '#contract/firms/shapes.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { paths } from '#web/addresses/paths.ts'
import { useSession } from '#web/session.ts'
import { formatDate, formatTimestamp } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import {
  Cell,
  Dash,
  HeaderCell,
  Table,
  TableBody,
  TableCard,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { cx } from '#web/ui/cx.ts'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { ActionMenu, type MenuAction } from '#web/ui/overlays/ActionMenu.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'

const PersonDialog = onDemand(() => import('./PersonDialog.tsx').then((part) => part.PersonDialog))

export interface PeopleCardProps {
  people: FirmPerson[]
  /** True on the administrators' page, whose rows link to each person and change roles of any firm. */
  isAdminPage?: boolean
  action?: ReactNode
  empty?: ReactNode
}

export type PersonAct = 'changeRole' | 'deactivate'

export function PeopleCard({ people, isAdminPage = false, action, empty }: PeopleCardProps) {
  const { title, keepFocus } = useKeptFocus()
  const [acting, setActing] = useState<{ act: PersonAct; id: string } | null>(null)
  const actedOn = people.find(({ id }) => id === acting?.id)
  return (
    <TableCard as="section" aria-labelledby="firm-people">
      <CardHeader className="items-center! pb-4" action={action}>
        <CardTitle ref={title} id="firm-people" tabIndex={-1} className="outline-none">
          People
        </CardTitle>
      </CardHeader>
      {people.length === 0 ? (
        empty
      ) : (
        <Table label="People of the firm" className="border-t">
          <TableHead>
            <HeaderCell>Name</HeaderCell>
            <HeaderCell className="@max-md:hidden">Role</HeaderCell>
            <HeaderCell className="@max-2xl:hidden">Last Sign-In</HeaderCell>
            <HeaderCell numeric>Actions</HeaderCell>
          </TableHead>
          <TableBody>
            {people.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                isAdminPage={isAdminPage}
                onAct={(act) => setActing({ act, id: person.id })}
                onSettled={keepFocus}
              />
            ))}
          </TableBody>
        </Table>
      )}
      {acting && actedOn && (
        <PersonDialog
          act={acting.act}
          person={actedOn}
          isAdminPage={isAdminPage}
          onClose={() => setActing(null)}
        />
      )}
    </TableCard>
  )
}

interface PersonRowProps {
  person: FirmPerson
  isAdminPage: boolean
  onAct: (act: PersonAct) => void
  onSettled: () => unknown
}

function PersonRow({ person, isAdminPage, onAct, onSettled }: PersonRowProps) {
  const { id, name, email, state, lastSignInAt } = person
  const isSelf = useSession().user?.id === id
  return (
    <TableRow className={cx(state === 'deactivated' && 'text-muted-foreground')}>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {isAdminPage ? (
            <Link
              href={paths.adminLender(id)}
              className="underline decoration-muted-foreground/50 underline-offset-4 wrap-anywhere hover:decoration-current max-md:inline-block max-md:py-1.5"
            >
              {name}
            </Link>
          ) : (
            <span className="wrap-anywhere">{name}</span>
          )}
          {isSelf && <Badge>You</Badge>}
          {state === 'pending' && <Badge tone="warning">Awaiting approval</Badge>}
          {state === 'deactivated' && <Badge>Deactivated</Badge>}
          {person.isAdmin === 'true' && <Badge tone="info">Admin</Badge>}
        </span>
        <span className="block wrap-anywhere text-muted-foreground">{email}</span>
        <span className="block text-xs text-muted-foreground @2xl:hidden">
          <span className="@md:hidden">{firmRoleLabels[person.firmRole]} · </span>
          {lastSignInAt ? `Signed in ${formatDate(lastSignInAt)}` : 'No sign-in yet'}
        </span>
      </Cell>
      <Cell className="@max-md:hidden">{firmRoleLabels[person.firmRole]}</Cell>
      <Cell className="whitespace-nowrap @max-2xl:hidden">
        {lastSignInAt ? formatTimestamp(lastSignInAt) : <Dash label="No sign-in yet" />}
      </Cell>
      <Cell numeric>
        {isSelf ? (
          <OwnNote isAdminPage={isAdminPage} />
        ) : (
          <PersonActs {...{ person, isAdminPage, onAct, onSettled }} />
        )}
      </Cell>
    </TableRow>
  )
}

const OwnNote = ({ isAdminPage }: { isAdminPage: boolean }) => (
  <span className="inline-block max-w-40 text-right @max-md:sr-only text-xs text-balance whitespace-normal text-muted-foreground">
    {isAdminPage
      ? "You can't change your own role."
      : 'Another manager changes your role, or we do.'}
  </span>
)

function PersonActs({ person, isAdminPage, onAct, onSettled }: PersonRowProps) {
  const { id, name, can, state } = person
  const reactivate = useAction({
    act: (): Promise<unknown> =>
      isAdminPage
        ? call('reactivateUser', { params: { id } })
        : call('reactivateFirmPerson', { params: { id } }),
    done: () => ({ title: 'Colleague reactivated', description: `${name} can sign in again.` }),
    failed: `${name} wasn't reactivated`,
    onDone: onSettled,
  })
  if (state === 'deactivated')
    return can.includes('reactivate') ? (
      <Button
        variant="outline"
        size="s"
        aria-label={`Reactivate ${name}`}
        busy={reactivate.isPending}
        onClick={() => reactivate.mutate()}
      >
        Reactivate
      </Button>
    ) : null
  const lacking = whyNot(person, isAdminPage)
  const actOf = (act: PersonAct, label: string): MenuAction => ({
    label,
    disabled: !can.includes(act),
    hint: can.includes(act) ? undefined : lacking,
    onSelect: () => onAct(act),
  })
  return (
    <ActionMenu
      trigger={
        <Button size="s" variant="outline" aria-label={`Actions for ${name}`}>
          Actions
          <ChevronDown aria-hidden="true" />
        </Button>
      }
      actions={[
        actOf('changeRole', 'Change Role…'),
        // Administrators end accounts in Manage Users, which shows what each account holds.
        ...(isAdminPage || state === 'pending' ? [] : [actOf('deactivate', 'Deactivate…')]),
      ]}
    />
  )
}

function whyNot({ name, isAdmin, firmRole }: FirmPerson, isAdminPage: boolean): string {
  if (isAdmin === 'true' && !isAdminPage) return `${name} is an administrator.`
  return firmRole === 'manager'
    ? `${name} is the only manager. Make someone else a manager first.`
    : 'The firm is deactivated.'
}
