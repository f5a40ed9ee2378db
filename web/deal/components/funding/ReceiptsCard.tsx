import type { Funding, FundsReceipt } from '#contract/deal/funding.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { FoldingCard } from '#web/deal/components/FoldingCard.tsx'
import { ReasonDialog } from '#web/deal/components/ReasonDialog.tsx'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import { cx } from '#web/ui/cx.ts'
import { useState } from 'react'
import { describeReceipts, describeReversal, payerOf } from './describe-funding.ts'

/** The money that has come, with what was reversed. Renders nothing before the first receipt. */
export function ReceiptsCard({ funding: { loan, lenders, receipts } }: { funding: Funding }) {
  const [reversed, setReversed] = useState<FundsReceipt | null>(null)
  if (receipts.length === 0) return null
  const hasActs = receipts.some(({ can }) => can.includes('reverse'))
  return (
    <FoldingCard
      id="funds-receipts"
      title="Receipts of Money"
      result={describeReceipts(receipts)}
      isFolded
    >
      <Table label="Money that has come" className="border-t">
        <TableHead>
          <HeaderCell>Received</HeaderCell>
          <HeaderCell className="@max-xl:hidden">Lender</HeaderCell>
          <HeaderCell className="@max-3xl:hidden">Bank's reference</HeaderCell>
          <HeaderCell numeric>Amount</HeaderCell>
          {hasActs && (
            <HeaderCell numeric className="@max-xl:hidden print:hidden">
              Actions
            </HeaderCell>
          )}
        </TableHead>
        <TableBody>
          {receipts.map((receipt) => (
            <ReceiptRow
              key={receipt.id}
              receipt={receipt}
              payer={payerOf(lenders, receipt)}
              hasActs={hasActs}
              onReverse={() => setReversed(receipt)}
            />
          ))}
        </TableBody>
      </Table>
      {reversed && (
        <ReasonDialog
          title="Reverse Receipt"
          description={`${payerOf(lenders, reversed)}, ${reversed.reference}, ${loan.title}`}
          lead={describeReversal(reversed, payerOf(lenders, reversed))}
          effect="The lender is notified. The receipt stays on record, marked Reversed."
          hint="Sent to the lender and kept on record."
          confirmLabel="Reverse Receipt"
          act={(reason) =>
            call('reverseFundsReceipt', {
              params: { id: reversed.id },
              body: { reason },
              loanId: loan.id,
            })
          }
          done={{
            title: 'Receipt reversed',
            description: `${payerOf(lenders, reversed)}: ${formatCents(reversed.amount)}.`,
          }}
          failed="The receipt wasn't reversed."
          onClose={() => setReversed(null)}
        />
      )}
    </FoldingCard>
  )
}

interface ReceiptRowProps {
  receipt: FundsReceipt
  payer: string
  hasActs: boolean
  onReverse: () => void
}

function ReceiptRow({ receipt, payer, hasActs, onReverse }: ReceiptRowProps) {
  const { amount, receivedOn, reference, note, recordedBy, recordedAt } = receipt
  const { reversal } = receipt
  const reverse = receipt.can.includes('reverse') && (
    <Button
      size="s"
      variant="outline"
      aria-label={`Reverse: ${formatCents(amount)} of ${payer}`}
      onClick={onReverse}
    >
      Reverse…
    </Button>
  )
  return (
    <TableRow>
      <Cell className="wrap-anywhere">
        <span className="block font-medium @xl:hidden">{payer}</span>
        <span className="block">{formatDay(receivedOn)}</span>
        <span className="block text-xs text-pretty text-muted-foreground">
          <span className="@3xl:hidden">{reference} · </span>
          by {recordedBy}, {formatTimestamp(recordedAt)}
        </span>
        {note && <span className="block text-xs text-muted-foreground">{note}</span>}
        {reversal && (
          <span className="mt-0.5 block text-xs text-pretty text-muted-foreground">
            <Badge tone="warning">Reversed</Badge> by {reversal.reversedBy},{' '}
            {formatTimestamp(reversal.reversedAt)}: {reversal.reason}
          </span>
        )}
        {reverse && <div className="mt-1 @xl:hidden print:hidden">{reverse}</div>}
      </Cell>
      <Cell className="wrap-anywhere @max-xl:hidden">{payer}</Cell>
      <Cell className="wrap-anywhere @max-3xl:hidden">{reference}</Cell>
      <Cell numeric className={cx('font-medium', reversal && 'text-muted-foreground line-through')}>
        {formatCents(amount)}
      </Cell>
      {hasActs && (
        <Cell numeric className="@max-xl:hidden print:hidden">
          {reverse}
        </Cell>
      )}
    </TableRow>
  )
}
