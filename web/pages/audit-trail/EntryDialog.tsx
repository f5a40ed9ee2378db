import type { AuditEntry } from '#contract/audit.ts'
import { auditKindNames } from '#domain/audit.ts'
import { paths } from '#web/paths.ts'
import { formatTimestamp } from '#web/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/Table.tsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { changesOf, doerInWords, placeInWords, type Change } from './entry-words.ts'

/** All that an entry holds. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { id, at, kind, loanId, loanTitle, objectName, seal } = entry
  const changes = changesOf(entry)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="l"
      title={auditKindNames[kind]}
      description={formatTimestamp(at)}
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3">
          <Fact name="Who">{doerInWords(entry)}</Fact>
          {loanId && (
            <Fact name="Loan">
              <Link href={paths.loan(loanId)} className="underline underline-offset-4">
                {loanTitle ?? 'Loan'}
              </Link>
            </Fact>
          )}
          {objectName && <Fact name="File">{objectName}</Fact>}
          <Fact name="From where">{placeInWords(entry)}</Fact>
          <Fact name="Seal">{seal === null ? 'waiting' : `No. ${seal}`}</Fact>
          <Fact name="Time (UTC)">{at}</Fact>
          <Fact name="Entry">{id}</Fact>
        </dl>
        {changes.length > 0 && <Changes changes={changes} />}
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

function Changes({ changes }: { changes: Change[] }) {
  return (
    <div className="overflow-hidden rounded-lg border">
      <Table label="What changed" className="max-h-none!">
        <TableHead>
          <HeaderCell className="max-sm:hidden">Field</HeaderCell>
          <HeaderCell>Before</HeaderCell>
          <HeaderCell>After</HeaderCell>
        </TableHead>
        <TableBody>
          {changes.map(({ field, before, after }) => (
            <TableRow key={field}>
              <Cell className="text-muted-foreground max-sm:hidden">{field}</Cell>
              <Cell>
                {/* A phone has no room for a column of its own. */}
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

function Value({ text }: { text: string | null }) {
  if (text !== null) return <span className="whitespace-pre-line wrap-anywhere">{text}</span>
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">nothing</span>
    </>
  )
}
