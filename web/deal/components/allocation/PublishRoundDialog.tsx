import type { Allocation } from '#contract/deal/allocations.ts'
import { isMoment } from '#domain/days.ts'
import { isAboveZero } from '#domain/money.ts'
import { deskZone } from '#domain/time-zone.ts'
import { ApiError, call } from '#web/api/client.ts'
import { Effect, MoneyDialog } from '#web/book/components/commit/MoneyDialog.tsx'
import { withReason } from '#web/forms/refusal-text.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { MomentInput } from '#web/ui/fields/MomentInput.tsx'
import { useState } from 'react'
import { countLenders, describePublication } from './describe-publication.ts'

interface PublishRoundDialogProps {
  loan: { id: string; title: string }
  draft: Allocation
  onClose: () => void
}

/** Publishes a saved draft, after saying what will happen. */
export function PublishRoundDialog({ loan, draft, onClose }: PublishRoundDialogProps) {
  const [respondBy, setRespondBy] = useState(inThreeDays)
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
  const without = draft.lines.filter(
    ({ added, how }) => how !== 'bound' && !isAboveZero(added),
  ).length
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
          {without > 0 &&
            `${countLenders(without)} ${without === 1 ? 'gets' : 'get'} no more in this round and ${without === 1 ? 'is' : 'are'} notified of it. `}
          While answers are awaited, nobody can commit or change a share.
        </Effect>
      }
      confirmLabel="Publish"
      busy={publish.isPending}
      disabled={!isMoment(respondBy)}
      onConfirm={() => publish.mutate()}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Field
          label="Lenders answer by"
          hint={`From an hour to 60 days ahead. Time in ${deskZone()}.`}
          error={fields['respondBy']}
        >
          <MomentInput value={respondBy} readOnly={publish.isPending} onChange={setRespondBy} />
        </Field>
        {publish.error && !publish.isPending && !fields['respondBy'] && (
          <p role="alert" className="font-medium text-destructive">
            {withReason(failed, publish.error)}
          </p>
        )}
      </div>
    </MoneyDialog>
  )
}

const failed = "The allocation wasn't published."

/** Whole minutes, because the field shows no seconds. */
function inThreeDays(): string {
  const time = new Date(Date.now() + 3 * 86_400_000)
  time.setUTCSeconds(0, 0)
  return time.toISOString()
}
