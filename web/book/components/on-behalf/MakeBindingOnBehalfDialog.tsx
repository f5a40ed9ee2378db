import type { BookEntry } from '#contract/book/shapes.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { compareFigures, formatExactRate, formatShare, sumPercent } from '#domain/money.ts'
import { useAttempts } from '#web/forms/attempts.ts'
import { call } from '#web/api/client.ts'
import { describeEffect, describeHoldAfter } from '#web/book/components/commit/describe-effect.ts'
import { Effect, MoneyDialog, SinceOpened } from '#web/book/components/commit/MoneyDialog.tsx'
import { shownTerms } from '#web/book/components/commit/shown-terms.ts'
import { commitObstacle } from '#web/loans/components/loan-availability.ts'
import { endedReason, headOf, Notice, Now, type EntryActDialogProps } from './entry-act-parts.tsx'
import { InstructionFields } from './InstructionFields.tsx'
import { useEntryAct } from './use-entry-act.ts'
import { useEntryNow } from './use-entry-now.ts'

export function MakeBindingOnBehalfDialog({
  book,
  entry: opened,
  word,
  onClose,
}: EntryActDialogProps) {
  const { loan, totals } = book
  const { entry, others, isLoading } = useEntryNow({ book, entry: opened })
  const { percentage, lenderName } = entry
  // The displayed terms are sent so that the server rejects the request if they have changed.
  const terms = shownTerms(loan, percentage)
  const { amount } = terms
  const { send } = useAttempts()
  const { fields, isBusy, submit, close, question, failure } = useEntryAct({
    act(instruction) {
      const body = { ...instruction, ...terms }
      const to = { params: { id: entry.id }, loanId: loan.id }
      return send(body, (headers) =>
        call('makeCommitmentBindingOnBehalf', { ...to, body, headers }),
      )
    },
    done: 'Commitment made binding',
    failed: 'Failed to make commitment binding.',
    word,
    onClose,
  })
  const left = totals.availablePercentage
  // While the request is pending, new data might already include its effect, which must not be reported as a conflict.
  const obstacle = isBusy
    ? null
    : (endedReason(entry) ??
      commitObstacle(loan) ??
      (compareFigures(percentage, left) > 0
        ? `Only ${formatShare(left)} is available. Change the share first.`
        : null) ??
      (isLoading ? `Loading what ${lenderName} holds...` : null))
  const held = others && { binding: sumShares(others, 'false'), soft: sumShares(others, 'true') }
  return (
    <>
      {question}
      <MoneyDialog
        title="Make Commitment Binding"
        description={headOf(entry, book)}
        notice={
          <Notice failure={failure}>
            <SinceOpened shown={loan} />
            {obstacle ? (
              <Effect lines={3}>{obstacle}</Effect>
            ) : (
              <Effect
                lead={describeEffect({ isSoft: false, amount, percentage, lenderName })}
                lines={3}
              >
                The indication becomes binding and stays one line. Only an administrator can release
                it. {held && describeHoldAfter(held, { isSoft: false, percentage, lenderName })}
              </Effect>
            )}
          </Notice>
        }
        confirmLabel="Make Binding"
        busy={isBusy}
        disabled={obstacle !== null}
        onConfirm={submit}
        onClose={close}
      >
        <div className="grid grid-cols-1 gap-4">
          <div>
            <Now book={book} entry={entry} />
            <p className="text-muted-foreground">
              Rate {formatExactRate(exactRate(loan))}, term {formatTerm(loan.term)}.
            </p>
          </div>
          <InstructionFields {...fields} />
        </div>
      </MoneyDialog>
    </>
  )
}

const sumShares = (entries: readonly BookEntry[], isSoftCommit: BookEntry['isSoftCommit']) =>
  sumPercent(
    entries.filter((entry) => entry.isSoftCommit === isSoftCommit).map((entry) => entry.percentage),
  )
