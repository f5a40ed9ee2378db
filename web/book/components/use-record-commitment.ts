import type { Loan } from '#contract/loans/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { formatCents, formatShare, wholePercent } from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { commitAttempts } from './commit-attempt.ts'
import { useAction } from '#web/actions/use-action.ts'
import { isInDoubt } from './use-commit.ts'
import { withReceipt } from './receipts/ReceiptLink.tsx'
import { shownTerms } from './shown-terms.ts'
import { useState } from 'react'

export interface RecordChoice {
  lenderId: string
  /** Whole percent, 1 to what is available. */
  share: number
  isSoft: boolean
}

/**
 * Records a commitment on a lender's behalf, with the amount on screen. `inDoubt` is the last attempt
 * if its outcome is unknown: it may have been recorded.
 */
export function useRecordCommitment(loan: Loan, onDone: () => void) {
  const [attempts] = useState(() => commitAttempts())
  const record = useAction({
    async act({ lenderId, share, isSoft }: RecordChoice) {
      const body = {
        loanId: loan.id,
        lenderId,
        percentage: String(share),
        ...shownTerms(loan, wholePercent(share)),
        isSoftCommit: toFlag(isSoft),
      }
      const headers = { 'idempotency-key': attempts.keyFor(body) }
      try {
        const made = await call('recordCommitment', { params: { loanId: loan.id }, body, headers })
        attempts.decided()
        return made
      } catch (error) {
        if (error instanceof Error && !isInDoubt(error)) attempts.decided()
        throw error
      }
    },
    done: ({ lenderName, amount, percentage, isSoftCommit, receiptId }) => ({
      title: 'Commitment recorded',
      description: withReceipt(
        `${lenderName}: ${formatCents(amount)} (${formatShare(percentage)}), ${
          isSoftCommit === 'true' ? 'soft' : 'binding'
        }.`,
        receiptId,
      ),
    }),
    failed: 'Failed to record commitment.',
    onDone,
  })
  return {
    record: record.mutate,
    isBusy: record.isPending,
    inDoubt: record.error && isInDoubt(record.error) ? (record.variables ?? null) : null,
  }
}
