import type { BookEntry, BookTotals } from '#contract/book/shapes.ts'
import { availableAfterRelease } from '#domain/book/sums.ts'
import { formatCents, formatPart, formatShare } from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { useAttempts } from '#web/forms/attempts.ts'
import { useAction } from '#web/forms/use-action.ts'
import { withReason } from '#web/forms/refusal-text.ts'
import { lazyResolver, showFieldErrors } from '#web/forms/form.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Effect, MoneyDialog } from '#web/book/components/commit/MoneyDialog.tsx'
import { obstacleToEnd } from '#web/book/components/on-behalf/entry-act-parts.tsx'
import { withReceipt } from '#web/book/components/receipts/ReceiptLink.tsx'

export interface ReleaseDialogProps {
  book: BookTotals
  entry: BookEntry
  onClose: () => void
}

export function ReleaseDialog({ book, entry, onClose }: ReleaseDialogProps) {
  const { loan } = book
  const form = useForm({ defaultValues: { reason: '' }, resolver })
  const { errors, isSubmitting } = form.formState
  const { send } = useAttempts()
  const release = useAction({
    act: (body: { reason: string }) =>
      send(body, (headers) =>
        call('releaseCommitment', { params: { id: entry.id }, body, headers, loanId: loan.id }),
      ),
    done: ({ lenderName, amount, percentage, receiptId }) => ({
      title: 'Commitment released',
      description: withReceipt(
        `${lenderName}: ${formatCents(amount)} (${formatShare(percentage)}).`,
        receiptId,
      ),
    }),
    failed,
    onDone: onClose,
  })
  const { close, question } = useDiscardQuestion(
    () => form.getValues('reason').trim() !== '',
    onClose,
    { title: 'Discard your text?', text: "You'll lose what you wrote." },
  )
  const isBusy = release.isPending || isSubmitting
  // While the request is pending, new data might already include its effect, which must not be reported as a conflict.
  const obstacle = isBusy ? null : obstacleToEnd('release', entry)

  const submit = form.handleSubmit((body) =>
    release.mutate(body, { onError: (error) => showFieldErrors(error, form) }),
  )

  return (
    <>
      {question}
      <MoneyDialog
        title="Release Commitment"
        description={`${entry.lenderName} (${entry.lenderEmail}), ${loan.title}`}
        notice={
          obstacle ? (
            <Effect>{obstacle}</Effect>
          ) : (
            <Effect
              lead={`This releases ${entry.lenderName} from ${formatPart(entry.percentage, entry.amount)}.`}
            >
              It can't be undone. The book keeps the line, marked Released.
            </Effect>
          )
        }
        confirmLabel="Release Commitment"
        destructive
        busy={isBusy}
        disabled={obstacle !== null}
        onConfirm={() => void submit()}
        onClose={close}
      >
        <div className="grid grid-cols-1 gap-4">
          <Availability book={book} entry={entry} />
          <Field
            label="Reason"
            hint="Sent to the lender and kept in the book."
            error={errors.reason?.message}
          >
            <Textarea
              rows={3}
              maxLength={textLimits.releaseReason}
              readOnly={isBusy}
              {...form.register('reason')}
            />
          </Field>
          {release.error && !isBusy && (
            <p role="alert" className="font-medium text-destructive">
              {withReason(failed, release.error)}
            </p>
          )}
        </div>
      </MoneyDialog>
    </>
  )
}

const failed = 'Failed to release commitment.'

const resolver = lazyResolver(() => import('#contract/book/shapes.ts').then((book) => book.release))

function Availability({ book, entry }: Pick<ReleaseDialogProps, 'book' | 'entry'>) {
  // A loan has room for at most 100 binding entries of 1% each, so one page contains all of them. The list behind the
  // dialog might be incomplete.
  const binding = useQuery({
    ...endpointQuery('listBookEntries', {
      params: { id: book.loan.id },
      query: { isBinding: 'true' },
    }),
    refetchOnMount: 'always',
  })
  const left = binding.data && availableAfterRelease(book.loan.amount, binding.data, entry.id)
  const lines = [
    { name: 'Released', share: entry.percentage, amount: entry.amount },
    {
      name: 'Available now',
      share: book.totals.availablePercentage,
      amount: book.totals.availableAmount,
    },
    {
      name: 'Available afterwards',
      share: left?.percentage,
      amount: left?.amount,
    },
  ]
  return (
    <table className="w-full rounded-lg bg-secondary text-secondary-foreground">
      <caption className="sr-only">What releasing will do</caption>
      <tbody>
        {lines.map(({ name, share, amount }) => (
          <tr key={name} className="[&>*]:px-2 [&>*]:py-2">
            <th scope="row" className="text-left font-normal">
              {name}
            </th>
            <td className="text-right font-medium">{share ? formatShare(share) : '…'}</td>
            <td className="text-right font-medium whitespace-nowrap">
              {amount ? formatCents(amount) : '…'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
