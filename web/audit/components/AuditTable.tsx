import type { AuditEntry } from '#contract/audit/shapes.ts'
import { auditKindNames } from '#domain/audit/kinds.ts'
import { summarizeEntry } from '#domain/audit/summary.ts'
import { paths } from '#web/addresses/paths.ts'
import { formatTimestamp, zoneName } from '#web/time/timestamps.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { clipped, describeParties, formatPlace } from './format-entry.ts'

export interface AuditTableProps {
  entries: AuditEntry[]
  onOpen: (entry: AuditEntry) => void
}

export function AuditTable({ entries, onOpen }: AuditTableProps) {
  // Daylight saving time changes the zone's name. If the entries on a page have different zone names, each row shows
  // its zone name.
  const [zone, ...otherZones] = new Set(entries.map(({ at }) => zoneName(at)))
  const isOneZone = otherZones.length === 0
  return (
    <Table label="Audit trail">
      <TableHead>
        <HeaderCell className="max-lg:hidden">{isOneZone ? `Time (${zone})` : 'Time'}</HeaderCell>
        <HeaderCell className="w-full">Event</HeaderCell>
        <HeaderCell className="max-lg:hidden">By</HeaderCell>
        <HeaderCell className="max-xl:hidden">Loan</HeaderCell>
        <HeaderCell className="max-lg:hidden">IP address</HeaderCell>
        <HeaderCell numeric>Seal</HeaderCell>
      </TableHead>
      <TableBody>
        {entries.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            hasOwnZone={!isOneZone}
            onOpen={() => onOpen(entry)}
          />
        ))}
      </TableBody>
    </Table>
  )
}

interface EntryRowProps {
  entry: AuditEntry
  hasOwnZone: boolean
  onOpen: () => void
}

function EntryRow({ entry, hasOwnZone, onOpen }: EntryRowProps) {
  const { at, kind, objectName, seal } = entry
  const time = formatTimestamp(at)
  const timeAndZone = `${time} ${zoneName(at)}`
  const who = clipped(describeParties(entry))
  const summary = summarizeEntry(entry)
  return (
    // With a mouse, the whole row can be clicked. For keyboards and screen readers, the event's name is a button.
    <TableRow className="cursor-pointer" onClick={(event) => isBeside(event) && onOpen()}>
      <Cell className="whitespace-nowrap max-lg:hidden">{hasOwnZone ? timeAndZone : time}</Cell>
      <Cell className="lg:min-w-48">
        <button
          type="button"
          aria-haspopup="dialog"
          className="rounded-sm text-left font-medium underline-offset-4 hover:underline max-md:inline-block max-md:py-1.5"
          onClick={onOpen}
        >
          {auditKindNames[kind]}
          <span className="sr-only">, {timeAndZone}</span>
        </button>
        {summary && <span className="block wrap-anywhere">{summary}</span>}
        {objectName && objectName !== entry.actorName && objectName !== entry.personName && (
          <span className="block wrap-anywhere text-muted-foreground">{clipped(objectName)}</span>
        )}
        <span className="block wrap-anywhere text-muted-foreground xl:hidden">
          <LoanOf entry={entry} />
        </span>
        <span className="block text-xs wrap-anywhere text-muted-foreground lg:hidden">
          <span className="whitespace-nowrap">{timeAndZone}</span> · {who} · {formatPlace(entry)}
        </span>
      </Cell>
      <Cell className="max-lg:hidden">
        <span className="block w-max max-w-32 wrap-anywhere">{who}</span>
      </Cell>
      <Cell className="max-xl:hidden">
        <span className="block w-max max-w-44 wrap-anywhere">
          <LoanOf entry={entry} />
        </span>
      </Cell>
      <Cell className="max-lg:hidden">
        <span className="block w-max max-w-34 wrap-anywhere">{formatPlace(entry)}</span>
      </Cell>
      <Cell numeric className="text-muted-foreground">
        {seal ?? 'Not sealed yet'}
      </Cell>
    </TableRow>
  )
}

/**
 * Returns true for a click on the row itself. Returns false for a click on a control in the row or a click that ends a
 * text selection.
 */
const isBeside = ({ target }: MouseEvent) =>
  target instanceof Element &&
  !target.closest('a, button') &&
  window.getSelection()?.isCollapsed !== false

/** Links to the loan's page. If the loan has been deleted, the page says so. */
function LoanOf({ entry: { loanId, loanTitle } }: { entry: AuditEntry }) {
  const title = clipped(loanTitle ?? 'Loan')
  if (!loanId) return loanTitle && title
  return (
    <Link
      href={paths.loan(loanId)}
      className="underline-offset-4 hover:underline max-md:inline-block max-md:py-1.5"
    >
      {title}
    </Link>
  )
}
