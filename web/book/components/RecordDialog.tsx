import type { User } from '#contract/accounts/users.ts'
import type { BookTotals } from '#contract/book/shapes.ts'
import { clampShare, defaultShare, softLimitReason } from '#domain/book/commitments.ts'
import { formatCents, formatShare, shareAmount, wholePercent, zeroPercent } from '#domain/money.ts'
import { endpointQuery } from '#web/api/client.ts'
import { availableShare, takesCommitments } from '#web/loans/components/loan-availability.ts'
import { ShareChoice } from './ShareChoice.tsx'
import { lazyResolver, showFieldErrors } from '#web/actions/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { describeHoldings } from './describe-holdings.ts'
import { LenderPicker } from './LenderPicker.tsx'
import { useRecordCommitment, type RecordChoice } from './use-record-commitment.ts'

/** Records a commitment or indication that a lender made in another way, such as by letter. */
export function RecordDialog({ book, onClose }: { book: BookTotals; onClose: () => void }) {
  const { loan, totals } = book
  const params = { id: loan.id }
  // The page behind shows the result too: both use current figures.
  useQuery({ ...endpointQuery('getBookTotals', { params }), refetchOnMount: 'always' })
  const [lender, setLender] = useState<User | null>(null)
  const form = useForm({ defaultValues: { lenderId: '' }, resolver })
  const {
    field: { ref, value: lenderId, onChange },
    fieldState,
  } = useController({ control: form.control, name: 'lenderId' })
  const available = availableShare(loan)
  const [chosen, setChosen] = useState<number | null>(() => clampShare(defaultShare, available))
  const [isSoft, setSoft] = useState(false)
  const { record, isBusy: isRecording, inDoubt } = useRecordCommitment(loan, onClose)

  // What is available may have shrunk since the choice.
  const share = clampShare(chosen ?? 0, available)
  const amount = formatCents(shareAmount(loan.amount, wholePercent(share)))
  const isBusy = isRecording || form.formState.isSubmitting
  // A repeated request may already be part of the holdings.
  const isRepeated = inDoubt !== null && isSameChoice(inDoubt, { lenderId, share, isSoft })
  const holders = useQuery({
    ...endpointQuery('listBookHolders', { params, query: { lenderId } }),
    enabled: lenderId !== '',
    refetchOnMount: 'always',
  })
  const held = holders.data?.[0]
  const beyondLimit =
    lender && isSoft && !isRepeated
      ? softLimitReason(lender.name, held?.softPercentage ?? zeroPercent, wholePercent(share))
      : null
  const mayRecord = share > 0 && takesCommitments(loan) && !beyondLimit

  const submit = form.handleSubmit((picked) =>
    record({ ...picked, share, isSoft }, { onError: (error) => showFieldErrors(error, form) }),
  )

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Record Commitment"
      description={`${loan.title}, on a lender's behalf`}
      busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        if (mayRecord && !isBusy) void submit()
      }}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isBusy} disabled={!mayRecord}>
            Record Commitment
          </Button>
        </>
      }
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
            ? 'Select a lender to see what it holds already.'
            : holders.data
              ? describeHoldings(lender, held)
              : holders.error
                ? 'What the lender holds already could not be loaded.'
                : 'Loading...'}
        </p>
        <p>
          Available: {formatShare(totals.availablePercentage)} (
          {formatCents(totals.availableAmount)}) of {formatCents(loan.amount)}
        </p>
        <ShareChoice loan={loan} chosen={chosen} onChoose={setChosen} busy={isRecording} />
        <Checkbox
          label="Soft Commit"
          hint="Non-binding expression of interest. The lender can change or withdraw it later."
          checked={isSoft}
          onChange={({ target }) => setSoft(target.checked)}
        />
        <div aria-live="polite" className="grid gap-2">
          <p className="rounded-lg bg-secondary px-3 py-2.5 font-medium wrap-anywhere text-secondary-foreground">
            {beyondLimit ?? consequence(lender?.name ?? 'The lender', share, amount, isSoft)}
          </p>
          {inDoubt && !isBusy && (
            <p className="text-muted-foreground">{isRepeated ? sameAgain : anotherOne}</p>
          )}
        </div>
      </fieldset>
    </Dialog>
  )
}

const resolver = lazyResolver(() =>
  import('#contract/book/shapes.ts').then((book) => book.lenderChoice),
)

/** The effect of recording, in money. */
function consequence(name: string, share: number, amount: string, isSoft: boolean) {
  if (share === 0) return 'Choose at least 1% to record.'
  return isSoft
    ? `${name} indicates ${amount}, not binding.`
    : `${name} commits ${amount}, binding.`
}

const isSameChoice = (a: RecordChoice, b: RecordChoice) =>
  a.lenderId === b.lenderId && a.share === b.share && a.isSoft === b.isSoft

const sameAgain =
  'Nobody knows yet whether it arrived. You can safely record it again: it will stand only once.'
const anotherOne =
  'Your last try may have arrived. Look at what the lender holds before you record another one.'
