import type { Instruction } from '#contract/book/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { formatCents, formatShare, wholePercent } from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { withReceipt } from '#web/book/components/receipts/ReceiptLink.tsx'
import { shownTerms } from '#web/book/components/commit/shown-terms.ts'
import { useAttempt } from '#web/book/components/commit/use-attempt.ts'

export interface RecordChoice extends Partial<Instruction> {
  lenderId: string
  /** The share as a whole percentage, from 1 to the available share. */
  share: number
  isSoft: boolean
}

/**
 * Records a commitment for a lender with the displayed terms. `doubtAbout` returns a warning if the outcome of an
 * earlier attempt is unknown.
 */
export function useRecordCommitment(loan: Loan, onDone: () => void) {
  const { send, doubtAbout } = useAttempt('onBehalf')
  const bodyOf = ({ lenderId, share, isSoft, instructedBy, instructedOn }: RecordChoice) => ({
    loanId: loan.id,
    lenderId,
    // The input is normalized as in the contract so that it equals the body that was sent.
    ...(instructedBy !== undefined && { instructedBy: instructedBy.trim() }),
    ...(instructedOn !== undefined && { instructedOn }),
    percentage: String(share),
    ...shownTerms(loan, wholePercent(share)),
    isSoftCommit: toFlag(isSoft),
  })
  const record = useAction({
    act(choice: RecordChoice) {
      const body = bodyOf(choice)
      const params = { loanId: loan.id }
      return send(body, (headers) => call('recordCommitment', { params, body, headers }))
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
    doubtAbout: (choice: RecordChoice) => doubtAbout(bodyOf(choice)),
  }
}
