/** The receipt for a completed action, shown in the dialog that performed the action. */
import { receiptReference } from '#domain/book/receipts.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatCents, formatRate } from '#domain/money.ts'
import { endpointQuery, type AnswerOf } from '#web/api/client.ts'
import { describeParts } from '#web/book/components/holdings/describe-holdings.ts'
import { useOwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import { dash } from '#web/book/components/holdings/format-held.ts'
import { company } from '#web/company/company.ts'
import { paths } from '#web/addresses/paths.ts'
import { formatExactTime } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import type { DialogProps } from '#web/ui/overlays/Dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { CopyLinkButton, DownloadPdfButton } from './ReceiptButtons.tsx'
import { ReceiptPaper } from './ReceiptPaper.tsx'

export type Made = AnswerOf<'createCommitment'>

export interface MadeReceipt {
  made: Made
  act: 'committed' | 'made_binding'
  /** Null if the commitment is already binding or can't be made binding now. */
  onMakeBinding?: (() => void) | null
  onClose: () => void
}

/** Returns props for the same dialog, which stays mounted so that it keeps focus. */
export const madeReceipt = ({
  onClose,
  ...receipt
}: MadeReceipt): Pick<DialogProps, 'title' | 'description' | 'footer' | 'children'> => ({
  title: 'Receipt',
  description: `Recorded by ${company.name}. It's in your notifications, too.`,
  footer: (
    <>
      <CopyLinkButton path={paths.receipt(receipt.made.receiptId)} />
      <DownloadPdfButton id={receipt.made.receiptId} />
      <Button onClick={onClose}>Done</Button>
    </>
  ),
  children: <Contents key={receipt.made.receiptId} {...receipt} />,
})

/**
 * Shows the figures from the response. The time is stored in the audit entry, so only the full receipt contains it.
 */
function Contents({ made, act, onMakeBinding = null }: Omit<MadeReceipt, 'onClose'>) {
  const box = useFocusedDialog()
  const { data, error } = useQuery(endpointQuery('getReceipt', { params: { id: made.receiptId } }))
  return (
    <div ref={box} className="grid gap-3">
      <ReceiptPaper
        done={{ act, kind: made.isSoftCommit === 'true' ? 'soft' : 'binding' }}
        amount={made.amount}
        percent={made.percentage}
        loan={made.loan.title}
        facts={[
          { name: 'Loan amount', value: formatCents(made.loanAmount) },
          { name: 'Rate', value: formatRate(made.interestRate) },
          { name: 'Term', value: formatTerm(made.term) },
          {
            name: 'Time',
            value: data
              ? formatExactTime(data.receipt.madeAt)
              : error
                ? `${dash} (couldn't be loaded)`
                : 'Loading...',
          },
          {
            name: 'Reference',
            value: (
              <Link href={paths.receipt(made.receiptId)} className="underline underline-offset-4">
                {receiptReference(made.receiptId)}
              </Link>
            ),
          },
        ]}
      />
      <PositionNow made={made} />
      {onMakeBinding && (
        <Button size="s" variant="outline" className="justify-self-start" onClick={onMakeBinding}>
          Make Binding
        </Button>
      )}
      <p className="text-muted-foreground">
        Signed, so anyone can check it:{' '}
        <Link href={paths.verify()} className="text-foreground underline underline-offset-4">
          Verify a Receipt
        </Link>
      </p>
    </div>
  )
}

/** What the lender holds with the new commitment, once the commitments are loaded again. */
function PositionNow({ made }: Pick<MadeReceipt, 'made'>) {
  const { lines, held } = useOwnHoldings(made.loanId, { loads: false })
  const isCurrent = lines.some(
    ({ id, isSoftCommit }) => id === made.id && isSoftCommit === made.isSoftCommit,
  )
  return (
    <p aria-live="polite">
      {held && isCurrent && `You now hold ${describeParts(held)}. `}
      <Link href={paths.commitments()} className="underline underline-offset-4">
        My Commitments
      </Link>
    </p>
  )
}

/**
 * Focuses the dialog instead of a button when the receipt appears, because an Enter key that is still held down must
 * not close the receipt before the user sees it.
 */
function useFocusedDialog() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.closest<HTMLElement>('[role=dialog]')?.focus(), [])
  return box
}
