import type { User } from '#contract/accounts/users.ts'
import type { BookEntry, BookTotals, Instruction } from '#contract/book/shapes.ts'
import { softLimitReason } from '#domain/book/commitments.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import {
  formatCents,
  formatExactRate,
  formatShare,
  isAboveZero,
  zeroPercent,
} from '#domain/money.ts'
import { endpointQuery } from '#web/api/client.ts'
import { commitObstacle } from '#web/loans/components/loan-availability.ts'
import { lazyResolver, showFieldErrors } from '#web/forms/form.ts'
import { useSession } from '#web/session.ts'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useForm, useWatch } from 'react-hook-form'
import { describeEffect, describeSum } from '#web/book/components/commit/describe-effect.ts'
import { describeHoldings, holdingsOf } from '#web/book/components/holdings/describe-holdings.ts'
import { KindChoice } from '#web/book/components/commit/KindChoice.tsx'
import { LenderPicker } from './LenderPicker.tsx'
import { Effect, MoneyDialog, SinceOpened } from '#web/book/components/commit/MoneyDialog.tsx'
import { MakeBindingInsteadOnBehalf } from './MakeBindingInsteadOnBehalf.tsx'
import { EntryActDialog } from './EntryActDialog.tsx'
import { InstructionFields, useInstruction } from './InstructionFields.tsx'
import { ShareChoice } from '#web/book/components/commit/ShareChoice.tsx'
import { useRecordCommitment, type RecordChoice } from './use-record-commitment.ts'
import { useShareChoice } from '#web/book/components/commit/use-share-choice.ts'

export interface RecordDialogProps {
  book: BookTotals
  onClose: () => void
}

/**
 * Records a commitment that a lender made outside the app, for example by letter. If the lender has a soft commitment,
 * first offers to make it binding.
 */
export function RecordDialog({ book, onClose }: RecordDialogProps) {
  const [instead, setInstead] = useState<{ entry: BookEntry; word: Instruction } | null>(null)
  return instead ? (
    <EntryActDialog act="makeBinding" book={book} {...instead} onClose={onClose} />
  ) : (
    <NewEntryDialog
      book={book}
      onMakeBinding={(entry, word) => setInstead({ entry, word })}
      onClose={onClose}
    />
  )
}

interface NewEntryDialogProps extends RecordDialogProps {
  onMakeBinding: (entry: BookEntry, word: Instruction) => void
}

function NewEntryDialog({ book, onMakeBinding, onClose }: NewEntryDialogProps) {
  const { loan, totals } = book
  const { user } = useSession()
  const params = { id: loan.id }
  // Refetches the query to show current figures. The list behind the dialog uses the same query.
  useQuery({ ...endpointQuery('getBookTotals', { params }), refetchOnMount: 'always' })
  const [lender, setLender] = useState<User | null>(null)
  const form = useForm({ defaultValues: { lenderId: '' }, resolver })
  const {
    field: { ref, value: lenderId, onChange },
    fieldState,
  } = useController({ control: form.control, name: 'lenderId' })
  const choice = useShareChoice(loan, { others: null })
  const { share, percentage, amount } = choice
  const [isSoft, setSoft] = useState(false)
  const { form: wordForm, today } = useInstruction()
  const word = useWatch({ control: wordForm.control })
  // An administrator's own commitment needs no instruction.
  const isOwn = lenderId !== '' && lenderId === user?.id
  const { record, isBusy: isRecording, doubtAbout } = useRecordCommitment(loan, onClose)
  const { close, question } = useDiscardQuestion(
    () => lender !== null || Boolean(choice.typed?.trim() || word.instructedBy?.trim()),
    onClose,
    { text: "This commitment isn't recorded yet." },
  )

  const isBusy = isRecording || form.formState.isSubmitting || wordForm.formState.isSubmitting
  const { isRepeated, doubt } = doubtAbout({ lenderId, share, isSoft, ...(!isOwn && word) })
  const holders = useQuery({
    ...endpointQuery('listBookHolders', { params, query: { lenderId } }),
    enabled: lenderId !== '',
    refetchOnMount: 'always',
  })
  const lines = useQuery({
    ...endpointQuery('listBookEntries', { params, query: { lenderId } }),
    enabled: lenderId !== '',
    refetchOnMount: 'always',
  })
  const held = holders.data?.[0]
  const softHeld = held?.softPercentage ?? zeroPercent
  const shares = { binding: held?.bindingPercentage ?? zeroPercent, soft: softHeld }
  const beyondLimit =
    lender && isSoft && !isRepeated ? softLimitReason(lender.name, softHeld, percentage) : null
  // While the request is pending, new data might already include its effect, which must not be reported as a conflict.
  const obstacle = isBusy
    ? null
    : // The loan might have been funded or fully committed after the dialog opened.
      (commitObstacle(loan) ??
      // The dialog waits for the lender's commitments, because it suggests making a soft commitment binding instead of
      // adding another. If they fail to load, the user can still record a commitment.
      (lender && (holders.isPending || lines.isPending)
        ? `Loading what ${lender.name} holds...`
        : null) ??
      choice.unsettled ??
      (share === 0 ? 'Choose at least 1% to record.' : beyondLimit))
  const effect = { isSoft, amount, percentage, lenderName: lender?.name ?? 'the lender' }
  const sum = describeSum(shares, effect)

  const send = (sent: RecordChoice) =>
    record(sent, {
      onError(error) {
        showFieldErrors(error, wordForm)
        showFieldErrors(error, form)
      },
    })
  const submit = form.handleSubmit(
    (picked) =>
      isOwn
        ? send({ ...picked, share, isSoft })
        : wordForm.handleSubmit((given) => send({ ...picked, share, isSoft, ...given }))(),
    () => void wordForm.trigger(),
  )

  return (
    <>
      {question}
      <MoneyDialog
        title="Record Commitment"
        description={`${loan.title}, on a lender's behalf`}
        notice={
          <>
            <SinceOpened shown={loan} />
            {obstacle ? (
              <Effect lines={sum ? 3 : 2}>{obstacle}</Effect>
            ) : (
              <Effect lead={describeEffect(effect)} lines={sum ? 3 : 2}>
                {!isSoft && 'Only an administrator can release it. '}
                {!isRepeated && sum}
              </Effect>
            )}
            {doubt && <p className="text-muted-foreground">{doubt}</p>}
          </>
        }
        confirmLabel="Record Commitment"
        busy={isBusy}
        disabled={obstacle !== null}
        onConfirm={() => void submit()}
        onClose={close}
      >
        <fieldset disabled={isRecording} className="grid gap-4">
          <legend className="sr-only">The commitment</legend>
          <LenderPicker
            ref={ref}
            value={lender}
            onChange={(picked) => {
              setLender(picked)
              onChange(picked?.id ?? '')
            }}
            error={fieldState.error?.message}
          />
          <p aria-live="polite" className="wrap-anywhere text-muted-foreground">
            {!lender
              ? 'Select a lender to see what they hold.'
              : holders.data
                ? describeHoldings(lender.name, holdingsOf(held))
                : holders.error
                  ? "The lender's position couldn't be loaded."
                  : 'Loading...'}
          </p>
          <p>
            Available: {formatShare(totals.availablePercentage)} (
            {formatCents(totals.availableAmount)}) of {formatCents(loan.amount)}. Rate{' '}
            {formatExactRate(exactRate(loan))}, term {formatTerm(loan.term)}.
          </p>
          {!isSoft && lender && isAboveZero(softHeld) && (
            <MakeBindingInsteadOnBehalf
              loan={loan}
              held={lines.data ?? []}
              onMakeBinding={(entry) => onMakeBinding(entry, wordForm.getValues())}
            />
          )}
          <KindChoice
            isSoft={isSoft}
            onChoose={setSoft}
            bindingHint="Final. The lender can't change or withdraw it."
            softHint="Non-binding expression of interest. The lender can change or withdraw it later."
          />
          <ShareChoice choice={choice} busy={isRecording} isSoft={isSoft} />
          {!isOwn && <InstructionFields form={wordForm} today={today} busy={isRecording} />}
        </fieldset>
      </MoneyDialog>
    </>
  )
}

const resolver = lazyResolver(() =>
  import('#contract/book/shapes.ts').then((book) => book.lenderChoice),
)
