import type { PendingUser } from '#contract/users.ts'
import { fullName } from '#domain/texts.ts'
import { call, endpointQuery } from '#web/api.ts'
import { FetchedList } from '#web/components/FetchedList.tsx'
import { withReason } from '#web/components/refusal-text.ts'
import { formatDate } from '#web/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/Table.tsx'
import { toast } from '#web/ui/toast.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

/** The accounts that await approval, oldest first. */
export function PendingApprovals() {
  const users = useQuery(endpointQuery('listPendingUsers'))
  const fetched = (
    <FetchedList
      query={users}
      failed="The pending users could not be loaded"
      skeleton={
        <>
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </>
      }
      empty={<EmptyState kind="done" title="No pending user approvals" />}
    >
      {(items) => <PendingTable users={items} />}
    </FetchedList>
  )
  return (
    <Card as="section" aria-labelledby="pending-approvals" className="overflow-hidden">
      <CardHeader className="pb-4">
        <CardTitle id="pending-approvals">Pending Approvals</CardTitle>
      </CardHeader>
      {/* The table reaches the card's edges; what stands in its place does not. */}
      {users.data ? fetched : <CardContent>{fetched}</CardContent>}
    </Card>
  )
}

function PendingTable({ users }: { users: PendingUser[] }) {
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
          <PendingRow key={user.id} user={user} />
        ))}
      </TableBody>
    </Table>
  )
}

function PendingRow({ user }: { user: PendingUser }) {
  const approve = useApproveUser(user.id)
  const registered = formatDate(user.createdAt)
  return (
    <TableRow>
      <Cell className="font-medium">
        {fullName(user)}
        {/* Narrow screens have no room for columns of their own. */}
        <span className="block font-normal wrap-anywhere text-muted-foreground lg:hidden">
          {user.email}
          <span className="block text-xs">Registered {registered}</span>
        </span>
      </Cell>
      <Cell className="wrap-anywhere max-lg:hidden">{user.email}</Cell>
      <Cell className="whitespace-nowrap max-lg:hidden">{registered}</Cell>
      <Cell numeric>
        <Button
          size="s"
          aria-label={`Approve ${fullName(user)}`}
          busy={approve.isPending}
          onClick={() => approve.mutate()}
        >
          Approve
        </Button>
      </Cell>
    </TableRow>
  )
}

function useApproveUser(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('approveUser', { params: { id } }),
    async onSuccess() {
      toast({ title: 'User approved successfully' })
      // The figures of the platform count approved lenders.
      void client.invalidateQueries(endpointQuery('getStats'))
      void client.invalidateQueries(endpointQuery('listUsers'))
      await client.invalidateQueries(endpointQuery('listPendingUsers'))
    },
    onError(error) {
      toast({
        title: 'Error',
        description: withReason('Failed to approve user', error),
        variant: 'destructive',
      })
    },
  })
}
