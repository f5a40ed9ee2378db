import { onDemand } from '#web/ui/on-demand.tsx'
import type { PendingUser } from '#contract/accounts/users.ts'
import { fullName } from '#domain/texts.ts'
import { call, endpointPages } from '#web/api/client.ts'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { useAction } from '#web/actions/use-action.ts'
import { formatDate } from '#web/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { CardHeader, CardTitle } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import {
  Cell,
  HeaderCell,
  Table,
  TableBody,
  TableCard,
  TableHead,
  TableRow,
} from '#web/ui/Table.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

// Loaded on demand: most people who register are approved.
const RejectDialog = onDemand(() =>
  import('./pending-approvals/RejectDialog.tsx').then((part) => part.RejectDialog),
)

/** The accounts that await approval, oldest first. */
export function PendingApprovals() {
  const users = useInfiniteQuery({
    ...endpointPages('listPendingUsers', { limit: '50' }),
    refetchOnMount: 'always',
  })
  const [rejecting, setRejecting] = useState<PendingUser | null>(null)
  return (
    <TableCard as="section" aria-labelledby="pending-approvals">
      <CardHeader className="pb-4">
        <CardTitle id="pending-approvals">Pending Approvals</CardTitle>
      </CardHeader>
      <FetchedPages
        query={users}
        failed="The pending users couldn't be loaded"
        skeleton={
          <>
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </>
        }
        empty={<EmptyState kind="done" title="No pending user approvals" />}
      >
        {(items) => <PendingTable users={items} onReject={setRejecting} />}
      </FetchedPages>
      {rejecting && <RejectDialog user={rejecting} onClose={() => setRejecting(null)} />}
    </TableCard>
  )
}

interface PendingTableProps {
  users: PendingUser[]
  onReject: (user: PendingUser) => void
}

function PendingTable({ users, onReject }: PendingTableProps) {
  return (
    <Table label="Users awaiting approval" className="border-t">
      <TableHead>
        <HeaderCell>Name</HeaderCell>
        <HeaderCell className="max-lg:hidden">Email</HeaderCell>
        <HeaderCell className="max-lg:hidden">Registered</HeaderCell>
        <HeaderCell numeric>Actions</HeaderCell>
      </TableHead>
      <TableBody>
        {users.map((user) => (
          <PendingRow key={user.id} user={user} onReject={() => onReject(user)} />
        ))}
      </TableBody>
    </Table>
  )
}

/** "Quay Bank · 2 others at quay.example", as far as it is known. */
function describeFirm({ companyName, colleagues, email }: PendingUser) {
  const others = colleagues === 1 ? '1 other' : `${colleagues} others`
  const domain = colleagues > 0 ? `${others} at ${email.slice(email.lastIndexOf('@') + 1)}` : null
  return [companyName, domain].filter(Boolean).join(' · ')
}

function PendingRow({ user, onReject }: { user: PendingUser; onReject: () => void }) {
  const approve = useAction({
    act: () => call('approveUser', { params: { id: user.id } }),
    done: () => ({ title: 'User approved successfully' }),
    failed: 'Failed to approve user',
  })
  const registered = formatDate(user.createdAt)
  return (
    <TableRow>
      <Cell className="font-medium wrap-anywhere">
        {fullName(user)}
        {(user.companyName !== null || user.colleagues > 0) && (
          <span className="block font-normal text-muted-foreground">{describeFirm(user)}</span>
        )}
        {/* Narrow screens have no room for separate columns. */}
        <span className="block font-normal wrap-anywhere text-muted-foreground lg:hidden">
          {user.email}
          <span className="block text-xs">Registered {registered}</span>
        </span>
      </Cell>
      <Cell className="wrap-anywhere max-lg:hidden">{user.email}</Cell>
      <Cell className="whitespace-nowrap max-lg:hidden">{registered}</Cell>
      <Cell numeric>
        <div className="flex justify-end gap-1.5 max-sm:flex-col">
          <Button
            variant="outline"
            size="s"
            aria-label={`Approve ${fullName(user)}`}
            busy={approve.isPending}
            onClick={() => approve.mutate()}
          >
            Approve
          </Button>
          <Button
            variant="ghost"
            size="s"
            aria-label={`Reject ${fullName(user)}`}
            disabled={approve.isPending}
            onClick={onReject}
          >
            Reject
          </Button>
        </div>
      </Cell>
    </TableRow>
  )
}
