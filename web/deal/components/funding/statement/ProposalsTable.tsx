import { formatDay } from '#domain/days.ts'
import type { StatementFormat } from '#domain/deal/statements/statement.ts'
import { formatCents } from '#domain/money.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import type { ComponentProps } from 'react'
import { kindTexts, lineName, type KeyedProposal } from './describe-statement.ts'

interface ProposalsTableProps {
  format: StatementFormat
  proposals: readonly KeyedProposal[]
  unselected: ReadonlySet<string>
  onSelect: (unselected: ReadonlySet<string>) => void
  onRecord: (proposal: KeyedProposal) => void
}

const medium = '@max-2xl:hidden'
/** Shown below the lender's name on a phone. */
const narrow = '@max-md:hidden'

export function ProposalsTable(props: ProposalsTableProps) {
  const { format, proposals, unselected, onSelect, onRecord } = props
  const selected = proposals.filter(({ key }) => !unselected.has(key)).length
  const canSelect = proposals.length > 1
  function select(chosen: readonly KeyedProposal[], isSelected: boolean) {
    const next = new Set(unselected)
    for (const { key } of chosen)
      if (isSelected) next.delete(key)
      else next.add(key)
    onSelect(next)
  }
  return (
    <Table label="Proposed receipts" className="border-t">
      <TableHead>
        {canSelect && (
          <HeaderCell className="w-0 pr-0 @max-lg:pl-1">
            <SelectBox
              label="Select all proposed receipts"
              checked={selected === proposals.length}
              ref={(box) => {
                if (box) box.indeterminate = selected > 0 && selected < proposals.length
              }}
              onChange={({ target }) => select(proposals, target.checked)}
            />
          </HeaderCell>
        )}
        <HeaderCell>Lender</HeaderCell>
        <HeaderCell className={medium}>Received</HeaderCell>
        <HeaderCell className={medium}>Bank's reference</HeaderCell>
        <HeaderCell numeric className={narrow}>
          Amount
        </HeaderCell>
        <HeaderCell numeric className={medium}>
          Actions
        </HeaderCell>
      </TableHead>
      <TableBody>
        {proposals.map((proposal) => (
          <ProposalRow
            key={proposal.key}
            proposal={proposal}
            place={`${lineName(format)} ${proposal.line}`}
            isSelected={canSelect ? !unselected.has(proposal.key) : null}
            onSelect={(isSelected) => select([proposal], isSelected)}
            onRecord={() => onRecord(proposal)}
          />
        ))}
      </TableBody>
    </Table>
  )
}

interface ProposalRowProps {
  proposal: KeyedProposal
  place: string
  /** Null if there is nothing to select. */
  isSelected: boolean | null
  onSelect: (isSelected: boolean) => void
  onRecord: () => void
}

function ProposalRow({ proposal, place, isSelected, onSelect, onRecord }: ProposalRowProps) {
  const { lenderName, amount, receivedOn, reference, kind, why } = proposal
  const { text, tone } = kindTexts[kind]
  const name = `${formatCents(amount)} of ${lenderName}`
  const record = (
    <Button size="s" variant="outline" aria-label={`Record: ${name}`} onClick={onRecord}>
      Record…
    </Button>
  )
  return (
    <TableRow>
      {isSelected !== null && (
        <Cell className="w-0 pr-0 align-top @max-lg:pl-1">
          <SelectBox
            label={`Select ${name}`}
            checked={isSelected}
            onChange={({ target }) => onSelect(target.checked)}
          />
        </Cell>
      )}
      <Cell className="align-top wrap-anywhere">
        <span className="block font-medium">{lenderName}</span>
        <span className="flex flex-wrap items-center gap-x-2 @md:hidden">
          {formatCents(amount)} <Badge tone={tone}>{text}</Badge>
        </span>
        <span className="block @2xl:hidden">
          {formatDay(receivedOn)}, {reference}
        </span>
        <span className="block text-xs text-pretty text-muted-foreground">
          {place}. {why.join(' ')}
        </span>
        <div className="mt-1 @2xl:hidden">{record}</div>
      </Cell>
      <Cell className={`align-top whitespace-nowrap ${medium}`}>{formatDay(receivedOn)}</Cell>
      <Cell className={`align-top wrap-anywhere ${medium}`}>{reference}</Cell>
      <Cell numeric className={`align-top ${narrow}`}>
        <span className="block font-medium">{formatCents(amount)}</span>
        <Badge tone={tone}>{text}</Badge>
      </Cell>
      <Cell numeric className={`align-top ${medium}`}>
        {record}
      </Cell>
    </TableRow>
  )
}

const SelectBox = ({ label, ...rest }: { label: string } & ComponentProps<'input'>) => (
  <label className="flex size-5 items-center justify-center max-md:size-11">
    <span className="sr-only">{label}</span>
    <input {...rest} type="checkbox" className="size-4 max-md:size-5" />
  </label>
)
