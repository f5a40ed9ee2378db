import type { Loan } from '#contract/loans/shapes.ts'
import type { LoanField } from '#domain/loans/fields.ts'
import { statusAction } from '#domain/loans/statuses.ts'
import type { Flag } from '#contract/wire.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { useAttempts } from '#web/forms/attempts.ts'
import { useAction } from '#web/forms/use-action.ts'
import { lazyResolver, showFieldErrors } from '#web/forms/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Spinner } from '#web/ui/display/Spinner.tsx'
import { UnsavedChanges } from '#web/ui/overlays/UnsavedChanges.tsx'
import { useKeptInput } from '#web/forms/kept-input.ts'
import { describeMaturity } from '#web/loans/components/describe-maturity.ts'
import { formatDay, toLocalDay } from '#web/time/timestamps.ts'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useQuery } from '@tanstack/react-query'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import {
  emptyLoanForm,
  loanFormValues,
  restorableValues,
  typedValues,
  type LoanFields,
  type LoanFormValues,
} from './loan-form-values.ts'
import { FundingDialog } from './FundingDialog.tsx'
import { LoanFormFields } from './LoanFormFields.tsx'
import { isChangedMeanwhile } from './changed-meanwhile.ts'
import { useLoanToEdit } from './use-loan-to-edit.ts'

export interface LoanFormDialogProps {
  /** The loan to edit, or null to create a new loan. */
  loanId: string | null
  /** The field to focus instead of the first field. */
  field?: LoanField | undefined
  onSaved?: (loan: Loan) => void
  onClose: () => void
}

/** Closes the dialog after saving, or after the user discards the input. */
export function LoanFormDialog({ loanId, field, onSaved, onClose }: LoanFormDialogProps) {
  const words = loanId ? wordsToUpdate : wordsToCreate
  const { loan, changes, compare, update, failed } = useLoanToEdit(loanId)
  const form = useForm({
    defaultValues: emptyLoanForm,
    // A version conflict loads the newer loan. Edited fields keep their values, and the others are updated.
    ...(loan ? { values: loanFormValues(loan) } : {}),
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true },
    resolver,
  })
  const { isSubmitting } = form.formState
  // The values are compared with the loan, because `isDirty` lags one validation behind the last keystroke, and the
  // form's default values lag one render behind while the form is being filled.
  const stored = loan ? loanFormValues(loan) : emptyLoanForm
  const readTyped = () => typedValues(form.getValues(), stored)
  const kept = useKeptInput(`loan form of ${loanId ?? 'a new loan'}`, (): KeptLoanForm | null => {
    const values = readTyped()
    return values && { values, loan }
  })
  const [leftOut, setLeftOut] = useState<string | null>(null)
  const creation = useAttempts()
  const save = useAction({
    act({ fields, isDraft }: Saving) {
      if (loan) return update(loan, fields)
      const body = { ...fields, isDraft }
      return creation.send(body, (headers) => call('createLoan', { body, headers }))
    },
    done: ({ title }, { isDraft }) => ({
      title: isDraft === 'true' ? 'Draft saved' : words.done,
      description: title,
    }),
    failed: words.failed,
    onDone(saved) {
      kept.finish()
      onSaved?.(saved)
      onClose()
    },
  })
  const [funding, setFunding] = useState<FundedFields | null>(null)
  const isSaving = isSubmitting || save.isPending
  const { close, question } = useDiscardQuestion(
    () => readTyped() !== null,
    () => {
      kept.finish()
      onClose()
    },
  )
  function restore({ values, loan: before }: KeptLoanForm) {
    const shouldDirty = true
    const { entries, leftOut: notTaken } = restorableValues(values, loan)
    for (const [name, value] of entries) form.setValue(name, value, { shouldDirty })
    setLeftOut(notTaken)
    form.setFocus('title')
    kept.answer()
    // Shows the changes that other users have made since the input was typed, as after a failed save.
    if (before) compare(before)
  }
  const send = (saving: Saving) =>
    save.mutate(saving, {
      onError(error) {
        console.error('The loan could not be saved', error)
        // A concurrent change doesn't make a field invalid.
        if (!isChangedMeanwhile(error)) showFieldErrors(error, form)
      },
    })
  const submitAs = (isDraft: Saving['isDraft']) =>
    form.handleSubmit((fields) => {
      if (loan && statusAction(loan.status, fields.status) === 'fund')
        // Uses `||`, because a blank date is '' instead of null if the schema couldn't be loaded (see `lazyResolver`).
        setFunding({ ...fields, fundedOn: fields.fundedOn || toLocalDay(new Date()) })
      else send({ fields, isDraft })
    })
  const submit = submitAs('false')

  return (
    <>
      {question}
      {loan && funding && (
        <FundingDialog
          loanId={loan.id}
          confirmLabel={words.title}
          onConfirm={() => {
            setFunding(null)
            send({ fields: funding, isDraft: 'false' })
          }}
          onClose={() => setFunding(null)}
        >
          <p className="mt-3 text-pretty tabular-nums">
            Funded on {formatDay(funding.fundedOn)}.{' '}
            {describeMaturity(funding.fundedOn, Number(form.getValues('term')))}
          </p>
        </FundingDialog>
      )}
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title={words.title}
        description={words.subtitle}
        size="l"
        busy={isSaving}
        // Publishing a loan notifies every lender, so Enter must not submit the form for a new loan.
        {...(loan && { onSubmit: (event) => void submit(event) })}
        {...((loan || !loanId) && {
          footer: (
            <>
              {!loanId && <PublishesNote />}
              <Button variant="outline" disabled={isSaving} onClick={close}>
                Cancel
              </Button>
              {!loanId && (
                <Button
                  variant="outline"
                  disabled={isSaving}
                  onClick={() => void submitAs('true')()}
                >
                  Save as Draft
                </Button>
              )}
              <Button
                {...(loan ? { type: 'submit' } : { onClick: () => void submit() })}
                disabled={isSaving}
                aria-busy={isSaving || undefined}
              >
                {isSaving ? 'Saving...' : words.title}
              </Button>
            </>
          ),
        })}
      >
        {loan || !loanId ? (
          <>
            {loan && changes && <ChangedMeanwhile key={loan.version} changes={changes} />}
            {leftOut && (
              <p
                role="alert"
                className="mb-4 rounded-lg bg-warning-soft px-3 py-2.5 text-pretty text-warning"
              >
                {leftOut}
              </p>
            )}
            {kept.offer && (
              <UnsavedChanges
                at={kept.offer.at}
                onRestore={() => kept.offer && restore(kept.offer.input)}
                onDiscard={() => {
                  kept.answer()
                  form.setFocus('title')
                }}
              />
            )}
            <LoanFormFields form={form} loan={loan} changes={changes} field={field} />
          </>
        ) : failed ? (
          <ErrorCard title="The loan couldn't be loaded" {...failed} />
        ) : (
          <Spinner className="py-16" />
        )}
      </Dialog>
    </>
  )
}

/** Includes the displayed date, because the server would use the UTC date by default. */
type FundedFields = LoanFields & { fundedOn: string }

interface KeptLoanForm {
  values: Partial<LoanFormValues>
  loan: Loan | undefined
}

interface Saving {
  fields: LoanFields
  /** True for a draft, which doesn't notify lenders. */
  isDraft: Flag
}

const wordsToCreate = {
  title: 'Create Loan',
  subtitle: 'Create a new loan opportunity',
  done: 'Loan created successfully',
  failed: 'Failed to create loan',
}
const wordsToUpdate = {
  title: 'Update Loan',
  subtitle: 'Update loan details',
  done: 'Loan updated successfully',
  failed: 'Failed to update loan',
}

const resolver = lazyResolver(() =>
  import('#contract/loans/shapes.ts').then((loans) => loans.enteredLoan),
)

function PublishesNote() {
  const { data } = useQuery(endpointQuery('getStats'))
  return (
    <p className="mb-1 min-w-full text-pretty text-muted-foreground">
      {describePublishing(data?.totalLendersCount)}
    </p>
  )
}

function describePublishing(lenders: number | undefined): string {
  if (lenders === 0)
    return 'Create Loan publishes it right away. There are no lenders to notify yet.'
  const whom =
    lenders === undefined
      ? 'every lender'
      : lenders === 1
        ? '1 lender'
        : `${lenders.toLocaleString('en-US')} lenders`
  return `Create Loan publishes it and notifies ${whom} right away.`
}
