import { formatPart } from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { Effect, MoneyDialog } from '#web/book/components/commit/MoneyDialog.tsx'
import { headOf, Notice, obstacleToEnd, type EntryActDialogProps } from './entry-act-parts.tsx'
import { InstructionFields } from './InstructionFields.tsx'
import { useEntryAct } from './use-entry-act.ts'

export function WithdrawOnBehalfDialog({ book, entry, onClose }: EntryActDialogProps) {
  const { percentage, amount, lenderName } = entry
  const { fields, isBusy, submit, close, question, failure } = useEntryAct({
    act: (body) =>
      call('withdrawCommitmentOnBehalf', {
        params: { id: entry.id },
        body,
        loanId: book.loan.id,
      }),
    done: 'Commitment withdrawn',
    failed: 'Failed to withdraw commitment.',
    onClose,
  })
  // While the request is pending, new data might already include its effect, which must not be reported as a conflict.
  const obstacle = isBusy ? null : obstacleToEnd('withdraw', entry)
  return (
    <>
      {question}
      <MoneyDialog
        title="Withdraw Commitment"
        description={headOf(entry, book)}
        notice={
          <Notice failure={failure}>
            {obstacle ? (
              <Effect>{obstacle}</Effect>
            ) : (
              <Effect
                lead={`This withdraws ${lenderName}'s indication of ${formatPart(percentage, amount)}.`}
              >
                {book.loan.bookStage === 'offered' &&
                  'If an offer to this lender is open, this declines it and withdraws all its soft commitments. '}
                It can't be undone. The book keeps the line, marked Withdrawn.
              </Effect>
            )}
          </Notice>
        }
        confirmLabel="Withdraw"
        destructive
        busy={isBusy}
        disabled={obstacle !== null}
        onConfirm={submit}
        onClose={close}
      >
        <InstructionFields {...fields} />
      </MoneyDialog>
    </>
  )
}
