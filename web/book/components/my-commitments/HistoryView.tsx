import type { OwnEvent } from '#contract/book/commitments.ts'
import type { PositionEvent } from '#domain/book/commitments.ts'
import { formatCents, formatShare } from '#domain/money.ts'
import { ReceiptLink } from '#web/book/components/receipts/ReceiptLink.tsx'
import { company } from '#web/company/company.ts'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { paths } from '#web/addresses/paths.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { Badge, type BadgeTone } from '#web/ui/display/Badge.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import {
  Cell,
  HeaderCell,
  Table,
  TableBody,
  TableCard,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { ownHistoryPages } from './portfolio.ts'

export function HistoryView() {
  const pages = useInfiniteQuery({ ...ownHistoryPages, refetchOnMount: 'always' })
  return (
    <TableCard>
      <FetchedPages
        query={pages}
        failed="Your history couldn't be loaded"
        skeleton={<Skeleton className="h-24" />}
        empty={
          <EmptyState
            title="Nothing here yet"
            text="Every commitment that you make, change or end is listed here."
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
    </TableCard>
  )
}

const wide = '@max-2xl:hidden'

function EventRow({ event }: { event: OwnEvent }) {
  const { at, reason, onWhoseWord, actedBy, previous } = event
  const receipt = hasReceipt(event) && (
    <ReceiptLink id={event.entryId} subject={`${event.loanTitle}, ${formatTimestamp(at)}`} />
  )
  const hasChanged = previous !== null && previous.amount !== event.amount
  return (
    <TableRow>
      <Cell>
        <LoanName event={event} />
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground @2xl:hidden">
          <EventBadge event={event} />
          {formatTimestamp(at)}
          {receipt}
        </span>
        {reason !== null && (
          <span className="mt-0.5 block text-xs text-pretty wrap-anywhere text-muted-foreground">
            Reason: {reason}
          </span>
        )}
        {actedBy !== null && (
          <span className="mt-0.5 block text-xs wrap-anywhere text-muted-foreground">
            By {actedBy}
          </span>
        )}
        {onWhoseWord !== null && (
          <span className="mt-0.5 block text-xs text-pretty wrap-anywhere text-muted-foreground">
            By {company.name}, as instructed by {onWhoseWord}
          </span>
        )}
      </Cell>
      <Cell className={wide}>
        <EventBadge event={event} />
      </Cell>
      <Cell className={`whitespace-nowrap ${wide}`}>
        {formatTimestamp(at)}
        <span className="block text-xs print:hidden">{receipt}</span>
      </Cell>
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

/** Events about the loan rather than the commitment have no receipt. */
const hasReceipt = ({ event }: OwnEvent) =>
  event !== 'removed' && event !== 'termsChanged' && event !== 'rounded'

function LoanName({ event: { event, loanId, loanTitle, isLoanRemoved } }: { event: OwnEvent }) {
  if (isLoanRemoved !== 'true')
    return (
      <Link
        href={paths.loan(loanId)}
        className="font-medium underline-offset-4 wrap-anywhere hover:underline"
      >
        {loanTitle}
      </Link>
    )
  return (
    <>
      <span className="font-medium wrap-anywhere">{loanTitle}</span>
      {event !== 'removed' && (
        <span className="block text-xs text-muted-foreground">Loan removed since</span>
      )}
    </>
  )
}

const looks: Record<Exclude<PositionEvent, 'made'>, { name: string; tone: BadgeTone }> = {
  changed: { name: 'Share changed', tone: 'info' },
  madeBinding: { name: 'Made binding', tone: 'success' },
  withdrawn: { name: 'Withdrawn', tone: 'neutral' },
  released: { name: 'Released', tone: 'warning' },
  lapsed: { name: 'Lapsed', tone: 'warning' },
  termsChanged: { name: 'Terms changed', tone: 'info' },
  rounded: { name: 'Amount rounded', tone: 'neutral' },
  removed: { name: 'Loan removed', tone: 'warning' },
}

function EventBadge({ event: { event, isSoftCommit } }: { event: OwnEvent }) {
  if (event === 'made') return <Badge>{isSoftCommit === 'true' ? 'Indicated' : 'Committed'}</Badge>
  return <Badge tone={looks[event].tone}>{looks[event].name}</Badge>
}
