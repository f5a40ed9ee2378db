import type { AuditEntry } from '#contract/audit/shapes.ts'
import { auditKindNames } from '#domain/audit/kinds.ts'
import { receiptReference } from '#domain/book/receipts.ts'
import { paths } from '#web/addresses/paths.ts'
import { formatExactTime } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import {
  Dash,
  Cell,
  HeaderCell,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import {
  changesOf,
  actorLabel,
  otherOf,
  formatPlace,
  hasReceipt,
  utcTime,
  type Change,
} from './format-entry.ts'
import { noAuditFilters, printAuditFilters } from './url-filters.ts'

export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { id, at, kind, actorId, personId, loanId, loanTitle, objectName, seal } = entry
  const changes = changesOf(entry)
  const other = otherOf(entry)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="l"
      title={auditKindNames[kind]}
      description={formatExactTime(at)}
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3">
          <Fact name="By">
            <Person id={actorId} name={actorLabel(entry)} onFollow={onClose} />
          </Fact>
          {other && (
            <Fact name={other.relation === 'for' ? 'For' : 'About'}>
              <Person id={personId} name={other.name} onFollow={onClose} />
            </Fact>
          )}
          {loanId && (
            <Fact name="Loan">
              <Link href={paths.loan(loanId)} className="underline underline-offset-4">
                {loanTitle ?? 'Loan'}
              </Link>
            </Fact>
          )}
          {hasReceipt(kind) && (
            <Fact name="Receipt">
              <Link href={paths.receipt(id)} className="underline underline-offset-4">
                {receiptReference(id)}
              </Link>
            </Fact>
          )}
          {objectName && <Fact name="File">{objectName}</Fact>}
          <Fact name="Time (UTC)">{utcTime(at)}</Fact>
          <Fact name="IP address">{formatPlace(entry)}</Fact>
          <Fact name="Seal">{seal === null ? 'Not sealed yet' : `No. ${seal}`}</Fact>
          <Fact name="Entry">{id}</Fact>
        </dl>
        {changes.length > 0 && (
          <Changes changes={changes} isWhole={entry.before !== null && entry.after !== null} />
        )}
      </div>
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className="mt-0.5 font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Links to the entries about this user, because a search by name could find several users. */
function Person({ id, name, onFollow }: { id: string | null; name: string; onFollow: () => void }) {
  if (!id) return name
  const query = printAuditFilters({ ...noAuditFilters, person: id })
  return (
    <Link
      href={`${paths.adminAudit()}?${query}`}
      onClick={onFollow}
      className="underline underline-offset-4"
    >
      {name}
    </Link>
  )
}

interface ChangesProps {
  changes: Change[]
  isWhole: boolean
}

function Changes({ changes, isWhole }: ChangesProps) {
  if (!isWhole) return <Values changes={changes} />
  return (
    <div className="overflow-hidden rounded-lg border">
      <Table label="What changed">
        <TableHead>
          <HeaderCell className="max-sm:hidden">Field</HeaderCell>
          <HeaderCell className="max-sm:w-1/2">Before</HeaderCell>
          <HeaderCell className="max-sm:w-1/2">After</HeaderCell>
        </TableHead>
        <TableBody>
          {changes.map(({ field, before, after }) => (
            <TableRow key={field}>
              <Cell className="text-muted-foreground max-sm:hidden">{field}</Cell>
              <Cell>
                <span className="block text-xs text-muted-foreground sm:hidden">{field}</span>
                <Value text={before} />
              </Cell>
              <Cell>
                <Value text={after} />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

function Values({ changes }: { changes: Change[] }) {
  return (
    <div className="overflow-hidden rounded-lg border">
      <Table label="On record">
        <TableHead>
          <HeaderCell>Field</HeaderCell>
          <HeaderCell>Value</HeaderCell>
        </TableHead>
        <TableBody>
          {changes.map(({ field, before, after }) => (
            <TableRow key={field}>
              <Cell className="text-muted-foreground">{field}</Cell>
              <Cell>
                <Value text={after ?? before} />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

function Value({ text }: { text: string | null }) {
  if (text !== null) return <span className="whitespace-pre-line wrap-anywhere">{text}</span>
  return <Dash label="nothing" />
}
