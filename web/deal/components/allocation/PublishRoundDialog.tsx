import type { Allocation, AllocationLine } from '#contract/deal/allocations.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { endOfBusinessIn, isMoment } from '#domain/days.ts'
import { formatCents, formatShare, isAboveZero } from '#domain/money.ts'
import { ApiError, call } from '#web/api/client.ts'
import { Effect, MoneyDialog } from '#web/book/components/commit/MoneyDialog.tsx'
import { LenderNames } from '#web/deal/components/LenderNames.tsx'
import { TimeToAnswer } from '#web/deal/components/TimeToAnswer.tsx'
import { withReason } from '#web/forms/refusal-text.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { MomentInput } from '#web/ui/fields/MomentInput.tsx'
import { useState } from 'react'
import { countLenders } from '#web/deal/components/count-lenders.ts'
import { describePublication } from './describe-publication.ts'

interface PublishRoundDialogProps {
  deal: Pick<Deal, 'loan' | 'settings'>
  draft: Allocation
  onClose: () => void
}

/** Publishes a saved draft, after saying what will happen. */
export function PublishRoundDialog({ deal, draft, onClose }: PublishRoundDialogProps) {
  const { loan } = deal
  const [respondBy, setRespondBy] = useState(() => endOfBusinessIn(3))
  const publish = useAction({
    act: () =>
      call('publishAllocation', {
        params: { id: draft.id },
        body: { bookVersion: draft.bookVersion, respondBy },
        loanId: loan.id,
      }),
    done: ({ number, offered }) => ({
      title: `Round ${number} published`,
      description: `${countLenders(offered.lenders)} can accept or decline now.`,
    }),
    failed,
    onDone: onClose,
  })
  // A lender that holds all that it asks for isn't notified.
  const notified = draft.lines.filter(({ how }) => how !== 'bound')
  const offered = notified.filter(({ added }) => isAboveZero(added))
  const without = notified.filter(({ added }) => !isAboveZero(added))
  const fields = publish.error instanceof ApiError ? publish.error.fields : {}
  return (
    <MoneyDialog
      title="Publish Allocation"
      description={loan.title}
      notice={
        <Effect
          lead={isMoment(respondBy) ? describePublication(draft, respondBy) : undefined}
          lines={3}
        >
          {without.length > 0 &&
            `${countLenders(without.length)} ${without.length === 1 ? 'gets' : 'get'} no more in this round, and ${without.length === 1 ? 'reads' : 'read'} why. `}
          While answers are awaited, nobody can commit or change a share.
        </Effect>
      }
      confirmLabel="Publish"
      busy={publish.isPending}
      disabled={!isMoment(respondBy)}
      onConfirm={() => publish.mutate()}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4">
        <Field
          label="Lenders answer by"
          hint={<TimeToAnswer respondBy={respondBy} deal={deal} />}
          error={fields['respondBy']}
        >
          <MomentInput value={respondBy} readOnly={publish.isPending} onChange={setRespondBy} />
        </Field>
        <Offers offered={offered} without={without} />
        <div>
          <h3 className="font-medium">Sent to Lenders</h3>
          <ul className="mt-1 list-disc pl-4.5 text-pretty">
            <li>A notification at once, and an email unless they turned it off.</li>
            <li>
              On the loan's page: their own share, the reasons for it, Accept and Decline, and the
              letter as a PDF.
            </li>
          </ul>
        </div>
        {publish.error && !publish.isPending && !fields['respondBy'] && (
          <p role="alert" className="font-medium text-destructive">
            {withReason(failed, publish.error)}
          </p>
        )}
      </div>
    </MoneyDialog>
  )
}

/** The offer to each lender, with the lenders that get no share at the end. */
const Offers = ({ offered, without }: Record<'offered' | 'without', readonly AllocationLine[]>) => (
  <table className="w-full rounded-lg bg-secondary text-[0.84375rem] text-secondary-foreground">
    <caption className="pb-1 text-left font-medium text-foreground">Shares by Lender</caption>
    <thead>
      <tr className="text-right text-xs text-muted-foreground [&>*]:px-3 [&>*]:pt-2 [&>*]:font-medium">
        <th scope="col" className="text-left">
          Lender
        </th>
        <th scope="col">Asked</th>
        <th scope="col">Offered</th>
        <th scope="col" className="max-sm:hidden">
          Amount
        </th>
      </tr>
    </thead>
    <tbody>
      {[...offered, ...without].map((line) => (
        <tr key={line.id} className="align-top text-right [&>*]:px-3 [&>*]:py-1.5">
          <th scope="row" className="text-left font-normal wrap-anywhere">
            <LenderNames lender={line} />
          </th>
          <td className="whitespace-nowrap">
            {formatShare(line.asks)}
            {isAboveZero(line.bound) && (
              <span className="block text-xs text-muted-foreground">
                {formatShare(line.bound)} bound
              </span>
            )}
          </td>
          <td className="font-medium whitespace-nowrap">
            {isAboveZero(line.added) ? formatShare(line.added) : 'No share'}
            {isAboveZero(line.added) && (
              <span className="block text-xs font-normal text-muted-foreground sm:hidden">
                {formatCents(line.addedAmount)}
              </span>
            )}
          </td>
          <td className="whitespace-nowrap max-sm:hidden">
            {isAboveZero(line.added) && formatCents(line.addedAmount)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const failed = "The allocation wasn't published."
