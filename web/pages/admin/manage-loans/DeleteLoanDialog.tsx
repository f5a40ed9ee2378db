import type { Loan, LoanContents } from '#contract/loans.ts'
import { formatCents } from '#domain/money.ts'
import { call, endpointQuery, serverWords } from '#web/api.ts'
import { useAct } from '#web/components/use-act.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { touchedByLoans } from './loan-queries.ts'

export interface DeleteLoanDialogProps {
  loan: Loan
  onClose: () => void
}

/** Deletes a loan; first it says in figures what goes with it. */
export function DeleteLoanDialog({ loan, onClose }: DeleteLoanDialogProps) {
  const client = useQueryClient()
  const params = { id: loan.id }
  const contents = useQuery({
    ...endpointQuery('getLoanContents', { params }),
    // Nobody should decide on figures of another time.
    gcTime: 0,
  })
  const remove = useAct({
    async act() {
      await call('deleteLoan', { params })
      client.removeQueries(endpointQuery('getLoan', { params }))
    },
    done: () => ({ title: 'Loan deleted successfully', description: loan.title }),
    failed: 'Failed to delete loan',
    touches: [...touchedByLoans, endpointQuery('listFavorites')],
    onDone: onClose,
  })

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Are you sure?"
      text="This action cannot be undone. This will permanently delete the loan and all associated data."
      confirmLabel="Delete"
      destructive
      busy={remove.isPending}
      disabled={!contents.data}
      onConfirm={remove.mutate}
    >
      <div className="mt-4 grid gap-2">
        <p className="font-medium wrap-anywhere">{loan.title}</p>
        {contents.data ? (
          <Contents contents={contents.data} />
        ) : contents.error ? (
          <ErrorCard
            title="What goes with it could not be counted"
            message={serverWords(contents.error, contents.error.message)}
            busy={contents.isFetching}
            onRetry={() => void contents.refetch()}
          />
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
