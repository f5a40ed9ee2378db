import type { Allocation } from '#contract/deal/allocations.ts'
import { formatMoment, isMoment } from '#domain/days.ts'
import { deskZoneName } from '#domain/time-zone.ts'
import { call, errorMessage } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, FieldError } from '#web/ui/fields/Field.tsx'
import { MomentInput } from '#web/ui/fields/MomentInput.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useState } from 'react'

interface MoveRoundDialogProps {
  loan: { id: string; title: string }
  round: Allocation
  onClose: () => void
}

/** Moves the time by which lenders must answer. */
export function MoveRoundDialog({ loan, round, onClose }: MoveRoundDialogProps) {
  const [respondBy, setRespondBy] = useState(round.respondBy ?? '')
  const move = useAction({
    act: () =>
      call('moveRound', { params: { id: round.id }, body: { respondBy }, loanId: loan.id }),
    done: () => ({
      title: 'Time moved',
      description: `Lenders can answer until ${formatMoment(respondBy)}.`,
    }),
    failed: "The time wasn't moved.",
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Move Time"
      description={`Round ${round.number} of ${loan.title}`}
      busy={move.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (isMoment(respondBy)) move.mutate()
      }}
      footer={
        <>
          <Button variant="outline" disabled={move.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={move.isPending} disabled={!isMoment(respondBy)}>
            Move Time
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field
          label="Lenders answer by"
          hint={`From an hour to 60 days ahead. ${deskZoneName()}. Lenders that haven't answered are notified.`}
        >
          <MomentInput value={respondBy} onChange={setRespondBy} />
        </Field>
        <FieldError
          id="move-refusal"
          message={move.error ? errorMessage(move.error, 'Please try again.') : undefined}
        />
      </div>
    </Dialog>
  )
}
