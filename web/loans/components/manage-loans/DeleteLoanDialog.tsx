import type { Loan, LoanContents } from '#contract/loans/shapes.ts'
import { refusalOfLoanAction } from '#domain/loans/statuses.ts'
import { formatCents } from '#domain/money.ts'
import { call, endpointQuery, errorMessage } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { Spinner } from '#web/ui/display/Spinner.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isChangedMeanwhile } from './changed-meanwhile.ts'

export interface DeleteLoanDialogProps {
  loan: Loan
  onClose: () => void
  /** Called after a deletion instead of `onClose`, for use on the loan's own page. */
  onDeleted?: () => void
}

/**
 * Deletes a loan after showing what else is deleted. If there are binding commitments, the user must type the title.
 * The server rejects the deletion if the displayed figures are outdated.
 */
export function DeleteLoanDialog({ loan, onClose, onDeleted = onClose }: DeleteLoanDialogProps) {
  const params = { id: loan.id }
  const contents = useQuery({
    ...endpointQuery('getLoanContents', { params }),
    // The dialog waits for current figures, because a decision must not be based on outdated figures.
    gcTime: 0,
    // The figures aren't refetched in the background, because they must not change unnoticed before confirmation.
    enabled: ({ state }) => state.data === undefined,
  })
  const found = contents.data
  const title = found?.title ?? loan.title
  const remove = useAction({
    act: () =>
      call('deleteLoan', {
        params,
        query: { version: found?.version, bindingAmount: found?.bindingAmount },
      }),
    done: () => ({ title: 'Loan deleted successfully', description: title }),
    failed: 'Failed to delete loan',
    onDone: onDeleted,
  })

  const changed = isChangedMeanwhile(remove.error) ? remove.error : null
  async function lookAgain() {
    await contents.refetch()
    remove.reset()
  }
  const whyKept = found ? refusalOfLoanAction('delete', found.status) : null
  // If there are binding commitments, the user must type the loan's title.
  const [typed, setTyped] = useState('')
  const isBound = found !== undefined && found.bindingCommitments > 0 && !whyKept
  const isTyped = !isBound || typed.trim() === title
  const isCurrent = contents.isSuccess && !contents.isFetching && !changed

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Are you sure?"
      text="This action cannot be undone. This will permanently delete the loan and all associated data."
      confirmLabel="Delete"
      destructive
      busy={remove.isPending}
      disabled={!isCurrent || whyKept !== null || !isTyped}
      error={whyKept ? `${whyKept}.` : undefined}
      onConfirm={remove.mutate}
    >
      <div className="mt-4 grid gap-2">
        <p className="font-medium wrap-anywhere">{title}</p>
        {changed ? (
          <ErrorCard
            title="This loan changed"
            message={errorMessage(changed, changed.message)}
            retryLabel="Look Again"
            autoFocus
            busy={contents.isFetching}
            onRetry={() => void lookAgain()}
          />
        ) : contents.error ? (
          <ErrorCard
            title="What goes with it could not be counted"
            message={errorMessage(contents.error, contents.error.message)}
            busy={contents.isFetching}
            onRetry={() => void contents.refetch()}
          />
        ) : found ? (
          <>
            <Contents contents={found} />
            {isBound && (
              <Field label="Type the loan's title to delete it" className="mt-2">
                <Input
                  value={typed}
                  autoComplete="off"
                  onChange={({ target }) => setTyped(target.value)}
                />
              </Field>
            )}
          </>
        ) : (
          <Spinner className="justify-start!" />
        )}
      </div>
    </ConfirmDialog>
  )
}

function Contents({ contents }: { contents: LoanContents }) {
  const { bindingCommitments, bindingAmount, ...others } = contents
  const rows = [
    {
      name: 'Binding commitments',
      count: bindingCommitments,
      note: bindingCommitments > 0 ? ` (${formatCents(bindingAmount)})` : '',
    },
    { name: 'Soft commitments', count: others.softCommitments },
    { name: 'Documents', count: others.documents },
    { name: 'Photos', count: others.photos },
    { name: 'Messages', count: others.messages },
  ]
  return (
    <dl className="divide-y rounded-lg border">
      {rows.map(({ name, count, note = '' }) => (
        <div key={name} className="flex justify-between gap-3 px-3 py-1.5">
          <dt className="text-muted-foreground">{name}</dt>
          <dd className={cx('text-right', count > 0 ? 'font-medium' : 'text-muted-foreground')}>
            {count.toLocaleString('en-US')}
            {note}
          </dd>
        </div>
      ))}
    </dl>
  )
}
