import type { LeftEntry, StatementProposals } from '#contract/deal/statements.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import { lineName } from './describe-statement.ts'
import { LinesFold } from './LinesFold.tsx'

/** The entries that aren't proposed, each with its reason. */
export function LeftLines({ found: { format, left, leftCount } }: { found: StatementProposals }) {
  return (
    <LinesFold title="Entries Left" count={leftCount} listed={left.length}>
      <Table label="Entries left" className="border-t">
        <TableHead>
          <HeaderCell>{lineName(format)}</HeaderCell>
          <HeaderCell className="@max-2xl:hidden">Booked</HeaderCell>
          <HeaderCell>Entry and Reason</HeaderCell>
          <HeaderCell numeric className="@max-md:hidden">
            Amount
          </HeaderCell>
        </TableHead>
        <TableBody>
          {left.map((entry, place) => (
            // Entries have no identity, and their order never changes.
            <LeftRow key={place} entry={entry} />
          ))}
        </TableBody>
      </Table>
    </LinesFold>
  )
}

function LeftRow({ entry: { line, amount, isCredit, bookedOn, text, why } }: { entry: LeftEntry }) {
  const shown = `${isCredit === 'false' ? '−' : ''}${formatCents(amount)}`
  return (
    <TableRow>
      <Cell className="w-0 align-top tabular-nums">{line}</Cell>
      <Cell className="align-top whitespace-nowrap @max-2xl:hidden">{formatDay(bookedOn)}</Cell>
      <Cell className="align-top text-pretty wrap-anywhere">
        <span className="block font-medium @md:hidden">{shown}</span>
        <span className="block">{why}</span>
        <span className="block text-xs text-muted-foreground">
          <span className="@2xl:hidden">{formatDay(bookedOn)}. </span>
          {text || 'No text'}
        </span>
      </Cell>
      <Cell numeric className="align-top font-medium @max-md:hidden">
        {shown}
      </Cell>
    </TableRow>
  )
}
