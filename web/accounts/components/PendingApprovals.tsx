import { onDemand } from '#web/ui/on-demand.tsx'
import type { PendingUser } from '#contract/accounts/users.ts'
import { fullName } from '#domain/texts.ts'
import { call, endpointPages } from '#web/api/client.ts'
import { useAdminState } from '#web/admin-panel/use-admin-state.ts'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import { HeaderCell, Table, TableBody, TableCard, TableHead } from '#web/ui/display/Table.tsx'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { useMovedRows } from '#web/ui/focus/use-moved-rows.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState, type ComponentProps } from 'react'
import { approveEach, describeApprovals } from './pending-approvals/approve-each.ts'
import { isDoubtful } from './pending-approvals/describe-colleagues.ts'
import { PendingRow } from './pending-approvals/PendingRow.tsx'

const ApproveDialog = onDemand(() =>
  import('./pending-approvals/ApproveDialog.tsx').then((part) => part.ApproveDialog),
)
const RejectDialog = onDemand(() =>
  import('./pending-approvals/RejectDialog.tsx').then((part) => part.RejectDialog),
)

export function PendingApprovals() {
  const { state, change } = useAdminState()
  const { user: userId } = state
  const users = useInfiniteQuery({
    ...endpointPages('listPendingUsers', { limit: '50', ...(userId && { userId }) }),
    refetchOnMount: 'always',
  })
  const [rejecting, setRejecting] = useState<PendingUser | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setAsking] = useState(false)
  const closeReject = useCallback(() => setRejecting(null), [])
  const { title, keepFocus } = useKeptFocus()
  // Deselects users already approved or rejected by another administrator.
  const listed = users.data?.pages.flatMap((page) => page.items) ?? []
  const choice = listed.filter(({ id }) => chosen.has(id))
  const current = listed.find(({ id }) => id === rejecting?.id)
  const approve = useAction({
    act: () => approveEach(choice, ({ id }) => call('approveUser', { params: { id } })),
    done: describeApprovals,
    failed: 'Failed to approve users',
    onDone: ({ refused }) => {
      setAsking(false)
      setChosen(new Set(refused.map(({ user }) => user.id)))
      // The focused button is removed, so focus must move elsewhere.
      if (refused.length === 0) title.current?.focus()
    },
  })
  return (
    <TableCard as="section" aria-labelledby="pending-approvals">
      <CardHeader
        className="min-h-17 items-center! pb-4"
        action={
          userId ? (
            <Button
              variant="outline"
              onClick={() => {
                change({ user: '' })
                // The focused button is removed, so focus must move elsewhere.
                title.current?.focus()
              }}
            >
              Show All
            </Button>
          ) : (
            choice.length > 0 && (
              <Button
                busy={approve.isPending}
                onClick={() => (choice.some(isDoubtful) ? setAsking(true) : approve.mutate())}
              >
                Approve {choice.length}
              </Button>
            )
          )
        }
      >
        <CardTitle ref={title} id="pending-approvals" tabIndex={-1} className="outline-none">
          Pending Approvals
        </CardTitle>
        {listed.length > 0 && (
          <CardDescription className="text-pretty">
            Approved people see each loan that is open to all lenders, and can commit unless they
            are viewers.
          </CardDescription>
        )}
      </CardHeader>
      <FetchedPages
        query={users}
        failed="The pending users couldn't be loaded"
        skeleton={<Skeletons count={2} className="h-10" />}
        empty={
          <EmptyState
            kind="done"
            title={userId ? 'This person no longer awaits approval' : 'No pending user approvals'}
          />
        }
      >
        {(items) => (
          <PendingTable
            users={items}
            chosen={chosen}
            disabled={approve.isPending}
            onChoose={setChosen}
            onApproved={keepFocus}
            onReject={setRejecting}
          />
        )}
      </FetchedPages>
      {isAsking && (
        <ApproveDialog
          users={choice}
          busy={approve.isPending}
          onConfirm={() => approve.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
      {rejecting && (
        <RejectDialog
          // The dialog needs the current row, because the available choices change when a commitment is made or
          // released.
          user={current ?? rejecting}
          isSettled={!current}
          onClose={closeReject}
        />
      )}
    </TableCard>
  )
}

interface PendingTableProps {
  users: PendingUser[]
  chosen: ReadonlySet<string>
  disabled: boolean
  onChoose: (chosen: ReadonlySet<string>) => void
  onApproved: () => unknown
  onReject: (user: PendingUser) => void
}

function PendingTable({
  users,
  chosen,
  disabled,
  onChoose,
  onApproved,
  onReject,
}: PendingTableProps) {
  const areAll = users.every(({ id }) => chosen.has(id))
  const isTooSoon = useMovedRows(users.map(({ id }) => id))

  function toggle(id: string) {
    const others = new Set(chosen)
    if (!others.delete(id)) others.add(id)
    onChoose(others)
  }

  return (
    <Table label="Users awaiting approval" className="border-t">
      <TableHead>
        <HeaderCell>
          <span className="flex items-center gap-3">
            {users.length > 1 && (
              <ChoiceBox
                label="Choose everyone listed"
                checked={areAll}
                disabled={disabled}
                onChange={() => onChoose(new Set(areAll ? [] : users.map(({ id }) => id)))}
              />
            )}
            Name
          </span>
        </HeaderCell>
        <HeaderCell className="w-2/5 max-lg:hidden">Email</HeaderCell>
        <HeaderCell className="w-48 max-lg:hidden">Registered</HeaderCell>
        <HeaderCell numeric className="max-sm:hidden">
          Actions
        </HeaderCell>
      </TableHead>
      <TableBody>
        {users.map((user) => (
          <PendingRow
            key={user.id}
            user={user}
            choice={
              users.length > 1 && (
                <ChoiceBox
                  label={`Choose ${fullName(user)}`}
                  checked={chosen.has(user.id)}
                  disabled={disabled}
                  onChange={() => toggle(user.id)}
                />
              )
            }
            disabled={disabled}
            isTooSoon={(press) => isTooSoon(user.id, press)}
            onApproved={onApproved}
            onReject={() => onReject(user)}
          />
        ))}
      </TableBody>
    </Table>
  )
}

const ChoiceBox = ({ label, ...rest }: ComponentProps<'input'> & { label: string }) => (
  <label className="-m-2 p-2 max-md:-m-3 max-md:p-3">
    <input {...rest} type="checkbox" aria-label={label} className="size-4 shrink-0 max-md:size-5" />
  </label>
)
