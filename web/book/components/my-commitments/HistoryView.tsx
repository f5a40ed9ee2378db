import type { OwnEvent } from '#contract/book/commitments.ts'
import type { PositionEvent } from '#domain/book/commitments.ts'
import { formatCents, formatShare } from '#domain/money.ts'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { paths } from '#web/paths.ts'
import { formatTimestamp } from '#web/timestamps.ts'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/Table.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { ownHistoryPages } from './portfolio.ts'

/** What was changed, made binding, withdrawn or released of the user's commitments. */
export function HistoryView() {
  const pages = useInfiniteQuery({ ...ownHistoryPages, refetchOnMount: 'always' })
  return (
    <Card className="@container overflow-hidden">
      <FetchedPages
        query={pages}
        failed="Your history could not be loaded"
        skeleton={<Skeleton className="h-24" />}
        empty={
          <EmptyState
            title="Nothing has changed yet"
            text="Commitments that were changed, made binding, withdrawn or released are listed here."
          />
        }
      >
        {(events) => (
          <Table label="History">
            <TableHead>
              <HeaderCell>Loan</HeaderCell>
              <HeaderCell className={wide}>Event</HeaderCell>
              <HeaderCell className={wide}>Date</HeaderCell>
              <HeaderCell numeric>Amount</HeaderCell>
            </TableHead>
            <TableBody>
              {events.map((event) => (
                <EventRow key={event.id} event={event} />
              ))}
            </TableBody>
          </Table>
        )}
      </FetchedPages>
    </Card>
  )
}

const wide = '@max-2xl:hidden'

function EventRow({ event }: { event: OwnEvent }) {
  const { loanId, loanTitle, at, reason, previous } = event
  const hasChanged = previous !== null && previous.amount !== event.amount
  return (
    <TableRow>
      <Cell>
        <Link
          href={paths.loan(loanId)}
          className="font-medium underline-offset-4 wrap-anywhere hover:underline"
        >
          {loanTitle}
        </Link>
        {/* Narrow screens have no room for separate columns. */}
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground @2xl:hidden">
          <EventBadge event={event} />
          {formatTimestamp(at)}
        </span>
        {reason !== null && (
          <span className="mt-0.5 block text-xs text-pretty wrap-anywhere text-muted-foreground">
            Reason: {reason}
          </span>
        )}
      </Cell>
      <Cell className={wide}>
        <EventBadge event={event} />
      </Cell>
      <Cell className={`whitespace-nowrap ${wide}`}>{formatTimestamp(at)}</Cell>
      <Cell numeric>
        {formatCents(event.amount)}
        <span className="block text-xs text-muted-foreground">
          {formatShare(event.percentage)} {event.isSoftCommit === 'true' ? 'soft' : 'binding'}
        </span>
        {hasChanged && (
          <span className="block text-xs text-muted-foreground">
            Before: {formatCents(previous.amount)} ({formatShare(previous.percentage)})
          </span>
        )}
      </Cell>
    </TableRow>
  )
}

const looks: Record<PositionEvent, { name: string; tone: BadgeTone }> = {
  changed: { name: 'Share changed', tone: 'info' },
  madeBinding: { name: 'Made binding', tone: 'success' },
  withdrawn: { name: 'Withdrawn', tone: 'neutral' },
  released: { name: 'Released', tone: 'warning' },
}

const EventBadge = ({ event: { event } }: { event: OwnEvent }) => (
  <Badge tone={looks[event].tone}>{looks[event].name}</Badge>
)
