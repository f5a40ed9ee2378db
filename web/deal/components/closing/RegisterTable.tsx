import type { Register, RegisterEntry } from '#contract/deal/registers.ts'
import { mainName } from '#domain/book/deal/holder-names.ts'
import { formatCents, formatShare, sumMoney, sumPercent } from '#domain/money.ts'
import {
  Cell,
  Dash,
  HeaderCell,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { LenderNames } from '#web/deal/components/LenderNames.tsx'
import { CertificateButton } from './CertificateButton.tsx'

/** The lines of a register, with the certificate of each lender. */
export function RegisterTable({ register: { version, entries } }: { register: Register }) {
  const share = formatShare(sumPercent(entries.map(({ percentage }) => percentage)))
  const amount = formatCents(sumMoney(entries.map((entry) => entry.amount)))
  return (
    <Table label={`Register, version ${version}`} className="border-t">
      <TableHead>
        <HeaderCell numeric className="w-12 @max-xl:hidden">
          No.
        </HeaderCell>
        <HeaderCell>Holder</HeaderCell>
        <HeaderCell numeric>Share</HeaderCell>
        <HeaderCell numeric className="@max-xl:hidden">
          Amount
        </HeaderCell>
        <HeaderCell className="@max-3xl:hidden">Certificate</HeaderCell>
      </TableHead>
      <TableBody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </TableBody>
      <tfoot className="font-medium">
        <TableRow>
          <Cell className="border-t border-b-0 @max-xl:hidden" />
          <Cell className="border-t border-b-0">Total</Cell>
          <Cell numeric className="border-t border-b-0">
            {share}
            <span className="block text-xs font-normal text-muted-foreground @xl:hidden">
              {amount}
            </span>
          </Cell>
          <Cell numeric className="border-t border-b-0 @max-xl:hidden">
            {amount}
          </Cell>
          <Cell className="border-t border-b-0 @max-3xl:hidden" />
        </TableRow>
      </tfoot>
    </Table>
  )
}

function EntryRow({ entry }: { entry: RegisterEntry }) {
  const { line, isHold, percentage, amount } = entry
  return (
    <TableRow>
      <Cell numeric className="text-muted-foreground @max-xl:hidden">
        {line}
      </Cell>
      <Cell className="wrap-anywhere">
        <LenderNames lender={entry} remark={isHold === 'true' ? "Originator's hold" : null} />
        {isHold === 'false' && (
          <span className="mt-1 block @3xl:hidden">
            <Certificate entry={entry} />
          </span>
        )}
      </Cell>
      <Cell numeric>
        <span className="font-semibold">{formatShare(percentage)}</span>
        <span className="block text-xs text-muted-foreground @xl:hidden">
          {formatCents(amount)}
        </span>
      </Cell>
      <Cell numeric className="@max-xl:hidden">
        {formatCents(amount)}
      </Cell>
      <Cell className="@max-3xl:hidden">
        {isHold === 'false' ? <Certificate entry={entry} /> : <Dash label="None" />}
      </Cell>
    </TableRow>
  )
}

const Certificate = ({ entry }: { entry: RegisterEntry }) => (
  <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
    <span className="font-mono text-xs">{entry.certificateNumber}</span>
    <CertificateButton
      id={entry.id}
      label={`Certificate of ${mainName(entry)}, ${entry.certificateNumber}`}
    />
  </span>
)
