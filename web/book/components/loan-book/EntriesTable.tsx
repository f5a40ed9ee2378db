import { ChevronDown } from 'lucide-react'
import type { BookEntry } from '#contract/book/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { formatCents, formatShare } from '#domain/money.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { ActionMenu } from '#web/ui/overlays/ActionMenu.tsx'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import {
  Cell,
  HeaderCell,
  Table,
  TableBody,
  TableCard,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import type { ReactNode } from 'react'
import { entryActs, type EntryAct } from '#web/book/components/on-behalf/entry-acts.ts'
import { LenderName } from '#web/book/components/lenders/LenderName.tsx'
import { remarksOf } from './entry-remarks.ts'
import { ReceiptLink } from '#web/book/components/receipts/ReceiptLink.tsx'

export interface EntriesTableProps {
  loan: Loan
  entries: BookEntry[]
  more: ReactNode
  onAct: (act: EntryAct, entry: BookEntry) => void
}

export function EntriesTable({ loan, entries, more, onAct }: EntriesTableProps) {
  const hasActs = entries.some((entry) => entryActs(entry).length > 0)
  return (
    <TableCard>
      <CardHeader className="pb-4 print:break-after-avoid">
        <CardTitle>Indications and Commitments</CardTitle>
        <CardDescription>
          Newest first. Withdrawn and released lines come last and don't count.
        </CardDescription>
      </CardHeader>
      <Table label="Indications and Commitments" className="border-t">
        <TableHead>
          <HeaderCell>Lender</HeaderCell>
          <HeaderCell className="@max-2xl:hidden">Kind</HeaderCell>
          <HeaderCell numeric className="@max-2xl:hidden">
            Share
          </HeaderCell>
          <HeaderCell numeric>Amount</HeaderCell>
          <HeaderCell className="@max-2xl:hidden">Made</HeaderCell>
          {hasActs && (
            <HeaderCell numeric className="@max-2xl:hidden print:hidden">
              Actions
            </HeaderCell>
          )}
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} loan={loan} hasActs={hasActs} onAct={onAct} />
          ))}
        </TableBody>
      </Table>
      {more}
    </TableCard>
  )
}

interface EntryRowProps {
  entry: BookEntry
  loan: Loan
  hasActs: boolean
  onAct: EntriesTableProps['onAct']
}

function EntryRow({ entry, loan, hasActs, onAct }: EntryRowProps) {
  const { id, lenderName, percentage, amount, createdAt, status, hasReceipt } = entry
  const share = formatShare(percentage)
  const made = formatTimestamp(createdAt)
  const acts = entryActs(entry)
  const menu = acts.length > 0 && (
    <ActionMenu
      trigger={
        <Button
          size="s"
          variant="outline"
          aria-label={`Actions for ${lenderName}: ${share}, ${formatCents(amount)}`}
        >
          Actions
          <ChevronDown aria-hidden="true" />
        </Button>
      }
      actions={acts.map(({ act, name }) => ({ label: name, onSelect: () => onAct(act, entry) }))}
    />
  )
  const receipt = hasReceipt === 'true' && (
    <ReceiptLink id={id} subject={`${lenderName}, ${share}, ${made}`} />
  )
  return (
    <TableRow className={status === 'active' ? undefined : 'text-muted-foreground'}>
      <Cell className="wrap-anywhere">
        <LenderName lender={lenderOf(entry)} />
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground @2xl:hidden">
          <Kind entry={entry} />
          {share} · {made}
        </span>
        {remarksOf(entry, loan).map((remark) => (
          <span key={remark} className="mt-0.5 block text-xs text-pretty text-muted-foreground">
            {remark}
          </span>
        ))}
      </Cell>
      <Cell className="@max-2xl:hidden">
        <Kind entry={entry} />
      </Cell>
      <Cell numeric className="@max-2xl:hidden">
        {share}
      </Cell>
      <Cell numeric>
        {formatCents(amount)}
        <span className="block text-xs print:hidden @2xl:hidden">{receipt}</span>
        {menu && <span className="mt-1 block @2xl:hidden">{menu}</span>}
      </Cell>
      <Cell className="whitespace-nowrap @max-2xl:hidden">
        {made}
        <span className="block text-xs print:hidden">{receipt}</span>
      </Cell>
      {hasActs && (
        <Cell numeric className="@max-2xl:hidden print:hidden">
          {menu}
        </Cell>
      )}
    </TableRow>
  )
}

/** A firm with a name comes before its person, like a company. */
const lenderOf = ({ firmName, personName, isHold, ...entry }: BookEntry) => ({
  lenderId: entry.lenderId,
  lenderName: isHold === 'true' ? "Originator's hold" : personName,
  lenderCompanyName: isHold === 'true' ? null : (firmName ?? entry.lenderCompanyName),
})

const endings = {
  active: null,
  withdrawn: 'Withdrawn',
  released: 'Released',
  lapsed: 'Lapsed',
} as const

function Kind({ entry: { isSoftCommit, status } }: { entry: BookEntry }) {
  const isSoft = isSoftCommit === 'true'
  const ending = endings[status]
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={ending ? 'neutral' : isSoft ? 'warning' : 'success'}>
        {isSoft ? 'Soft' : 'Binding'}
      </Badge>
      {ending && <Badge>{ending}</Badge>}
    </span>
  )
}
