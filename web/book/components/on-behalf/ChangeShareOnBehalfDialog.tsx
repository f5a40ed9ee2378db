import { softLimitReason } from '#domain/book/commitments.ts'
import { percentNumber, subtractPercent, zeroPercent } from '#domain/money.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { describeEffect } from '#web/book/components/commit/describe-effect.ts'
import { Effect, MoneyDialog } from '#web/book/components/commit/MoneyDialog.tsx'
import { ShareChoice } from '#web/book/components/commit/ShareChoice.tsx'
import { useShareChoice } from '#web/book/components/commit/use-share-choice.ts'
import { commitObstacle } from '#web/loans/components/loan-availability.ts'
import { useQuery } from '@tanstack/react-query'
import { endedReason, headOf, Notice, Now, type EntryActDialogProps } from './entry-act-parts.tsx'
import { InstructionFields } from './InstructionFields.tsx'
import { useEntryAct } from './use-entry-act.ts'

export function ChangeShareOnBehalfDialog({ book, entry, onClose }: EntryActDialogProps) {
  const { loan } = book
  const { percentage, lenderName } = entry
  const choice = useShareChoice(loan, { initial: percentNumber(percentage), others: null })
  const { share, percentage: next } = choice
  const { fields, isBusy, submit, close, question, failure } = useEntryAct({
    act: (body) =>
      call('changeCommitmentOnBehalf', {
        params: { id: entry.id },
        body: { ...body, percentage: `${share}` },
        loanId: loan.id,
      }),
    done: 'Share changed',
    failed: 'Failed to change share.',
    onClose,
  })
  const held = useSoftHeld({ book, entry })
  // While the request is pending, new data might already include its effect, which must not be reported as a conflict.
  const obstacle = isBusy
    ? null
    : (endedReason(entry) ??
      commitObstacle(loan) ??
      choice.unsettled ??
      (share === 0 ? 'Choose at least 1%, or withdraw the indication.' : null) ??
      (next === percentage ? 'Enter another percentage or amount.' : null) ??
      softLimitReason(lenderName, held, subtractPercent(next, percentage)))
  return (
    <>
      {question}
      <MoneyDialog
        title="Change Share"
        description={headOf(entry, book)}
        notice={
          <Notice failure={failure}>
            {obstacle ? (
              <Effect>{obstacle}</Effect>
            ) : (
              <Effect
                lead={describeEffect({
                  isSoft: true,
                  amount: choice.amount,
                  percentage: next,
                  lenderName,
                })}
              >
                The lender can still change or withdraw it.
              </Effect>
            )}
          </Notice>
        }
        confirmLabel="Change Share"
        busy={isBusy}
        disabled={obstacle !== null}
        onConfirm={submit}
        onClose={close}
      >
        <div className="grid grid-cols-1 gap-4">
          <fieldset disabled={isBusy} className="grid gap-4">
            <legend className="sr-only">The share</legend>
            <Now book={book} entry={entry} />
            <ShareChoice choice={choice} busy={isBusy} isSoft />
          </fieldset>
          <InstructionFields {...fields} />
        </div>
      </MoneyDialog>
    </>
  )
}

function useSoftHeld({
  book: { loan },
  entry: { lenderId },
}: Omit<EntryActDialogProps, 'onClose'>) {
  const { data } = useQuery({
    ...endpointQuery('listBookHolders', { params: { id: loan.id }, query: { lenderId } }),
    refetchOnMount: 'always',
  })
  return data?.[0]?.softPercentage ?? zeroPercent
}
