import { call, endpointQuery, serverWords } from '#web/api.ts'
import { useAct } from '#web/components/use-act.ts'
import { lazyResolver, showFieldErrors } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DiscardChanges } from '#web/ui/DiscardChanges.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { emptyLoanForm, loanFormValues, type LoanFields } from './loan-form-values.ts'
import { LoanFormFields } from './LoanFormFields.tsx'
import { touchedByLoan, touchedByLoans } from './loan-queries.ts'

export interface LoanFormDialogProps {
  /** The loan to change; null makes a new one. */
  loanId: string | null
  onClose: () => void
}

/** Makes a loan or changes one. It goes only when the loan is saved, or what was typed is given up. */
export function LoanFormDialog({ loanId, onClose }: LoanFormDialogProps) {
  const words = loanId ? wordsToUpdate : wordsToCreate
  const { loan, failed } = useLoanAsItStands(loanId)
  const form = useForm({
    defaultValues: emptyLoanForm,
    // A refused save reads the loan again: what was typed stays, the rest follows the server.
    ...(loan ? { values: loanFormValues(loan) } : {}),
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true },
    resolver,
  })
  const { defaultValues, isSubmitting } = form.formState
  const save = useAct({
    act: (body: LoanFields) =>
      loanId ? call('updateLoan', { params: { id: loanId }, body }) : call('createLoan', { body }),
    done: ({ title }) => ({ title: words.done, description: title }),
    failed: words.failed,
    touches: loanId ? touchedByLoan(loanId) : touchedByLoans,
    onDone: onClose,
  })
  const isSaving = isSubmitting || save.isPending
  const [isLeaving, setLeaving] = useState(false)
  // Asked of the fields themselves: the form's own word comes a check later than the last key.
  function hasChanges() {
    const saved = new Map<string, unknown>(Object.entries(defaultValues ?? {}))
    return Object.entries(form.getValues()).some(([name, typed]) => typed !== saved.get(name))
  }
  const close = () => (hasChanges() ? setLeaving(true) : onClose())
  const submit = form.handleSubmit((fields) =>
    save.mutate(fields, {
      onError(error) {
        console.error('The loan could not be saved', error)
        showFieldErrors(error, form)
      },
    }),
  )

  return (
    <>
      <DiscardChanges open={isLeaving} onOpenChange={setLeaving} onDiscard={onClose} />
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title={words.title}
        description={words.subtitle}
        size="l"
        busy={isSaving}
        {...((loan || !loanId) && {
          onSubmit: (event) => void submit(event),
          footer: (
            <>
              <Button variant="outline" disabled={isSaving} onClick={close}>
                Cancel
              </Button>
              <Button type="submit" disabled={isSaving} aria-busy={isSaving || undefined}>
                {isSaving ? 'Saving...' : words.title}
              </Button>
            </>
          ),
        })}
      >
        {loan || !loanId ? (
          <LoanFormFields form={form} loan={loan} />
        ) : failed ? (
          <ErrorCard title="The loan could not be loaded" {...failed} />
        ) : (
          <Spinner className="py-16" />
        )}
      </Dialog>
    </>
  )
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

/**
 * The loan as the server has it now, undefined until it has answered: the whole form is sent, and
 * what a list remembers would undo what another administrator has changed since.
 */
function useLoanAsItStands(id: string | null) {
  const [openedAt] = useState(Date.now)
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    ...endpointQuery('getLoan', { params: { id: id ?? '' } }),
    enabled: id !== null,
    refetchOnMount: 'always',
  })
  return {
    loan: data && dataUpdatedAt >= openedAt ? data : undefined,
    failed: error && {
      message: serverWords(error, error.message),
      busy: isFetching,
      onRetry: () => void refetch(),
    },
  }
}

const resolver = lazyResolver(() => import('#contract/loans.ts').then((loans) => loans.newLoan))
