import type { Funding, LenderFunding } from '#contract/deal/funding.ts'
import { mainName } from '#domain/book/deal/holder-names.ts'
import { formatCents, formatShare, isAboveZero } from '#domain/money.ts'
import { ReceiptLink } from '#web/book/components/receipts/ReceiptLink.tsx'
import { LenderNames } from '#web/deal/components/LenderNames.tsx'
import { formatDate, formatTimestamp } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import {
  Cell,
  Dash,
  HeaderCell,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { ActionMenu } from '#web/ui/overlays/ActionMenu.tsx'
import { ChevronDown } from 'lucide-react'
import { dueStateTexts } from './describe-funding.ts'

type Act = LenderFunding['can'][number]

interface LendersTableProps {
  funding: Funding
  onAct: (act: Act, lender: LenderFunding) => void
}

const labels: Record<Act, string> = { recordReceipt: 'Record Receipt…', takeOver: 'Take Over…' }
const wide = '@max-4xl:hidden'
const medium = '@max-xl:hidden'

/** One row for each lender of the register: what it owes, what came, and whether it called back. */
export function LendersTable({ funding: { lenders }, onAct }: LendersTableProps) {
  const hasActs = lenders.some(({ can }) => can.length > 0)
  if (lenders.length === 0)
    return (
      <p className="border-t px-4.5 py-6 text-center text-muted-foreground">
        No lender is in the register, so no money is due.
      </p>
    )
  return (
    <Table label="Money of each lender" className="border-t">
      <TableHead>
        <HeaderCell>Lender</HeaderCell>
        <HeaderCell numeric>Due</HeaderCell>
        <HeaderCell numeric className={medium}>
          Received
        </HeaderCell>
        <HeaderCell className={medium}>State</HeaderCell>
        <HeaderCell className={wide}>Called Back</HeaderCell>
        {hasActs && (
          <HeaderCell numeric className={`${medium} print:hidden`}>
            Actions
          </HeaderCell>
        )}
      </TableHead>
      <TableBody>
        {lenders.toSorted(byState).map((lender) => (
          <LenderRow key={lender.firmId} lender={lender} hasActs={hasActs} onAct={onAct} />
        ))}
      </TableBody>
    </Table>
  )
}

/** Lenders that still owe come first. Otherwise, the order of the register stays. */
const byState = (one: LenderFunding, other: LenderFunding) =>
  Number(one.state === 'received') - Number(other.state === 'received')

interface LenderRowProps {
  lender: LenderFunding
  hasActs: boolean
  onAct: LendersTableProps['onAct']
}

function LenderRow({ lender, hasActs, onAct }: LenderRowProps) {
  const { percentage, amount, received, outstanding, state } = lender
  const { text, tone } = dueStateTexts[state]
  const badge = <Badge tone={tone}>{text}</Badge>
  const isPartial = state === 'partial'
  const acts = lender.can.length > 0 && (
    <ActionMenu
      trigger={
        <Button size="s" variant="outline" aria-label={`Actions for ${mainName(lender)}`}>
          Actions
          <ChevronDown aria-hidden="true" />
        </Button>
      }
      actions={lender.can.map((act) => ({
        label: labels[act],
        onSelect: () => onAct(act, lender),
      }))}
    />
  )
  return (
    <TableRow>
      <Cell className="wrap-anywhere">
        <LenderNames lender={lender} />
        {lender.callBack && (
          <span className="block text-xs text-muted-foreground @4xl:hidden">
            Called back {formatDate(lender.callBack.calledAt)}{' '}
            <ReceiptLink id={lender.callBack.receiptId} subject={mainName(lender)} />
          </span>
        )}
        <div className="mt-1 flex flex-wrap items-center gap-1.5 @xl:hidden">
          {badge}
          {acts && <div className="print:hidden">{acts}</div>}
        </div>
      </Cell>
      <Cell numeric>
        <span className="font-medium">{formatCents(amount)}</span>
        <span className="block text-xs text-muted-foreground">{formatShare(percentage)}</span>
        {isPartial && (
          <span className="block text-xs text-warning @xl:hidden">
            {formatCents(outstanding)} missing
          </span>
        )}
      </Cell>
      <Cell numeric className={medium}>
        {isAboveZero(received) ? formatCents(received) : <Dash label="Nothing" />}
        {isPartial && (
          <span className="block text-xs text-warning">{formatCents(outstanding)} missing</span>
        )}
      </Cell>
      <Cell className={medium}>{badge}</Cell>
      <Cell className={wide}>
        {lender.callBack ? <CalledBack lender={lender} /> : <Dash label="Not called back" />}
      </Cell>
      {hasActs && (
        <Cell numeric className={`${medium} print:hidden`}>
          {acts}
        </Cell>
      )}
    </TableRow>
  )
}

function CalledBack({ lender }: { lender: LenderFunding }) {
  const { callBack } = lender
  if (!callBack) return null
  const { version, spokeWith, phone, calledAt, madeBy } = callBack
  return (
    <span className="block text-xs text-pretty text-muted-foreground">
      {madeBy} verified version {version} with {spokeWith} at {phone}, {formatTimestamp(calledAt)}{' '}
      <ReceiptLink id={callBack.receiptId} subject={mainName(lender)} />
    </span>
  )
}
