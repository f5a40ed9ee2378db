import type { TermsQuestion } from '#contract/deal/terms.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import {
  formatCents,
  formatExactRate,
  formatPart,
  formatShare,
  isAboveZero,
} from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import { call } from '#web/api/client.ts'
import { useCommitmentMutation } from '#web/book/components/my-commitments/use-commitment-mutation.ts'
import { sharesOf, useOwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import { withReceipt } from '#web/book/components/receipts/ReceiptLink.tsx'
import { company } from '#web/company/company.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { useState } from 'react'
import { describeSoft, TermsTable } from './TermsTable.tsx'

interface AnswerTermsDialogProps {
  answer: 'confirm' | 'decline'
  question: TermsQuestion
  loan?: Loan | undefined
  onClose: () => void
}

export const AnswerTermsDialog = ({ answer, ...props }: AnswerTermsDialogProps) =>
  answer === 'confirm' ? <ConfirmTerms {...props} /> : <DeclineTerms {...props} />

type DialogProps = Omit<AnswerTermsDialogProps, 'answer'>

function ConfirmTerms({ question, loan, onClose }: DialogProps) {
  const { id, loanTitle, previous, proposed, percentage, amount, newAmount } = question
  const { soft } = sharesOf(useOwnHoldings(question.loanId).held)
  const confirm = useCommitmentMutation({
    // The displayed amount is sent so that the server rejects the answer if it has changed.
    run: () => call('confirmTerms', { params: { id }, body: { amount: newAmount } }),
    done: ({ receiptId }) => ({
      title: 'New terms confirmed',
      description: withReceipt(
        `${formatShare(percentage)} of ${loanTitle}: ${formatCents(newAmount)} once they take effect.`,
        receiptId ?? undefined,
      ),
    }),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Confirm New Terms"
      text={
        <>
          <strong className="font-semibold text-foreground">
            You stay bound to {formatShare(percentage)}: {formatCents(newAmount)}
            {newAmount === amount
              ? ''
              : ` instead of ${formatCents(amount)} once the terms take effect`}
            .
          </strong>{' '}
          The new terms of {loanTitle}: {formatExactRate(exactRate(proposed))} for{' '}
          {formatTerm(proposed.term)}. Your answer is final.
        </>
      }
      confirmLabel="Confirm New Terms"
      busy={confirm.isPending}
      error={confirm.words}
      onConfirm={confirm.mutate}
    >
      <div className="mt-3">
        <TermsTable {...{ previous, proposed, loan, soft }} own={question} />
      </div>
    </ConfirmDialog>
  )
}

function DeclineTerms({ question, onClose }: DialogProps) {
  const { id, loanTitle, percentage, amount } = question
  const { soft } = sharesOf(useOwnHoldings(question.loanId).held)
  const [reason, setReason] = useState('')
  const decline = useCommitmentMutation({
    run: () => call('declineTerms', { params: { id }, body: { reason } }),
    done: ({ receiptId }) => ({
      title: 'New terms declined',
      description: withReceipt(
        `${formatPart(percentage, amount)} of ${loanTitle} ends if they take effect.`,
        receiptId ?? undefined,
      ),
    }),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Decline New Terms"
      text={
        <>
          <strong className="font-semibold text-foreground">
            Your commitment of {formatPart(percentage, amount)} ends if the new terms take effect.
          </strong>{' '}
          If they are canceled, it stays as it is.{' '}
          {isAboveZero(soft) && `${describeSoft(soft, question)} `}
          Your answer is final.
        </>
      }
      confirmLabel="Decline New Terms"
      destructive
      busy={decline.isPending}
      error={decline.words}
      onConfirm={decline.mutate}
    >
      <div className="mt-4">
        <Field label="Reason" hint={`Optional. Sent to ${company.name}.`}>
          <Textarea
            rows={2}
            value={reason}
            maxLength={textLimits.note}
            readOnly={decline.isPending}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </div>
    </ConfirmDialog>
  )
}
