import type { BookEntry, BookTotals } from '#contract/book/shapes.ts'
import { softLimitReason } from '#domain/book/commitments.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import {
  compareFigures,
  formatPart,
  formatRate,
  formatShare,
  percentNumber,
  subtractPercent,
  sumPercent,
  zeroPercent,
} from '#domain/money.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { describeEffect, describeHoldAfter } from '#web/book/components/describe-effect.ts'
import { Effect, MoneyDialog } from '#web/book/components/MoneyDialog.tsx'
import { ShareChoice } from '#web/book/components/ShareChoice.tsx'
import { SinceOpened } from '#web/book/components/SinceOpened.tsx'
import { shownTerms } from '#web/book/components/shown-terms.ts'
import { useShareChoice } from '#web/book/components/use-share-choice.ts'
import { commitObstacle } from '#web/loans/components/loan-availability.ts'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { InstructionFields } from './InstructionFields.tsx'
import type { LineAct } from './line-acts.ts'
import { useLineAct } from './use-line-act.ts'

export interface LineActDialogProps {
  book: BookTotals
  /** A soft line. */
  entry: BookEntry
  onClose: () => void
}

/** Makes a lender's indication binding, changes or withdraws it, on the lender's word. */
export function LineActDialog({
  act,
  ...props
}: LineActDialogProps & { act: Exclude<LineAct, 'message' | 'release'> }) {
  // The page behind shows the outcome too: both use current figures.
  const params = { id: props.book.loan.id }
  useQuery({ ...endpointQuery('getBookTotals', { params }), refetchOnMount: 'always' })
  const Asked = dialogs[act]
  return <Asked {...props} />
}

const headOf = ({ lenderName, lenderEmail }: BookEntry, { loan }: BookTotals) =>
  `${lenderName} (${lenderEmail}), ${loan.title}`

/** What a line is now, and what is left of its loan. */
function Now({ book: { totals }, entry }: Pick<LineActDialogProps, 'book' | 'entry'>) {
  return (
    <p className="text-muted-foreground">
      Current indication: {formatPart(entry.percentage, entry.amount)}. Available:{' '}
      {formatPart(totals.availablePercentage, totals.availableAmount)}.
    </p>
  )
}

function Notice({ failure, children }: { failure: string | null; children: ReactNode }) {
  return (
    <>
      {children}
      {failure && (
        <p role="alert" className="font-medium text-destructive">
          {failure}
        </p>
      )}
    </>
  )
}

/** What the line's lender holds of the loan, if it is known. */
function useHolder({ book: { loan }, entry: { lenderId } }: Omit<LineActDialogProps, 'onClose'>) {
  const { data, isPending } = useQuery({
    ...endpointQuery('listBookHolders', { params: { id: loan.id }, query: { lenderId } }),
    refetchOnMount: 'always',
  })
  return { holder: data?.[0], isLoading: isPending }
}

/** The active lines of the line's lender, and the line as it is now. */
function useLines({ book: { loan }, entry: opened }: Omit<LineActDialogProps, 'onClose'>) {
  const { data, isPending } = useQuery({
    ...endpointQuery('listBookEntries', {
      params: { id: loan.id },
      query: { lenderId: opened.lenderId },
    }),
    refetchOnMount: 'always',
  })
  const entry = data?.find(({ id }) => id === opened.id) ?? opened
  const others = data?.filter(({ id, status }) => id !== opened.id && status === 'active')
  return { entry, others, isLoading: isPending }
}

const sharesOf = (lines: readonly BookEntry[], isSoftCommit: BookEntry['isSoftCommit']) =>
  sumPercent(
    lines.filter((line) => line.isSoftCommit === isSoftCommit).map((line) => line.percentage),
  )

function MakeBindingOnBehalfDialog({ book, entry: opened, onClose }: LineActDialogProps) {
  const { loan, totals } = book
  const { role } = useSession()
  const { entry, others, isLoading } = useLines({ book, entry: opened })
  const { percentage, lenderName } = entry
  // The terms on screen: if they change meanwhile, the server refuses them.
  const terms = shownTerms(loan, percentage)
  const { amount } = terms
  const { fields, isBusy, submit, close, question, failure } = useLineAct({
    act: (body) =>
      call('makeCommitmentBindingOnBehalf', {
        params: { id: entry.id },
        body: { ...body, ...terms },
        loanId: loan.id,
      }),
    done: 'Commitment made binding',
    failed: 'Failed to make commitment binding.',
    onClose,
  })
  const left = totals.availablePercentage
  // What is read anew while it is sent may have the outcome in it.
  const obstacle = isBusy
    ? null
    : (endedReason(entry) ??
      commitObstacle(loan, role) ??
      (compareFigures(percentage, left) > 0
        ? `Only ${formatShare(left)} is available. Change the share first.`
        : null) ??
      (isLoading ? `Loading what ${lenderName} holds...` : null))
  const held = others && { binding: sharesOf(others, 'false'), soft: sharesOf(others, 'true') }
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
              Rate {formatRate(loan.interestRate)}, term {formatTerm(loan.term)}.
            </p>
          </div>
          <InstructionFields {...fields} />
        </div>
      </MoneyDialog>
    </>
  )
}

/** Why a line is no indication any more, if it isn't. */
function endedReason({ status, isSoftCommit }: BookEntry) {
  if (status !== 'active') return 'This commitment was ended meanwhile.'
  return isSoftCommit === 'true' ? null : 'This indication is binding already.'
}

function ChangeDialog({ book, entry, onClose }: LineActDialogProps) {
  const { loan } = book
  const { percentage, lenderName } = entry
  const { role } = useSession()
  const choice = useShareChoice(loan, percentNumber(percentage))
  const { share, percentage: next } = choice
  const { fields, isBusy, submit, close, question, failure } = useLineAct({
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
  const held = useHolder({ book, entry }).holder?.softPercentage ?? zeroPercent
  // What is read anew while it is sent may have the outcome in it.
  const obstacle = isBusy
    ? null
    : (endedReason(entry) ??
      commitObstacle(loan, role) ??
      choice.unsettled ??
      (share === 0 ? 'Choose at least 1%, or withdraw the indication.' : null) ??
      (next === percentage ? 'Choose another share to change it.' : null) ??
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
                  ...{ isSoft: true, amount: choice.amount, percentage: next, lenderName },
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
            <ShareChoice choice={choice} busy={isBusy} />
          </fieldset>
          <InstructionFields {...fields} />
        </div>
      </MoneyDialog>
    </>
  )
}

function WithdrawDialog({ book, entry, onClose }: LineActDialogProps) {
  const { percentage, amount, lenderName } = entry
  const { fields, isBusy, submit, close, question, failure } = useLineAct({
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
  return (
    <>
      {question}
      <MoneyDialog
        title="Withdraw Commitment"
        description={headOf(entry, book)}
        notice={
          <Notice failure={failure}>
            <Effect
              lead={`This withdraws ${lenderName}'s indication of ${formatPart(percentage, amount)}.`}
            >
              It can't be undone. The book keeps the line, marked Withdrawn.
            </Effect>
          </Notice>
        }
        confirmLabel="Withdraw"
        destructive
        busy={isBusy}
        onConfirm={submit}
        onClose={close}
      >
        <InstructionFields {...fields} />
      </MoneyDialog>
    </>
  )
}

const dialogs = {
  makeBinding: MakeBindingOnBehalfDialog,
  change: ChangeDialog,
  withdraw: WithdrawDialog,
} satisfies Record<string, ComponentType<LineActDialogProps>>
