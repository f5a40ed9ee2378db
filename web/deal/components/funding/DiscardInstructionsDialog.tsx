import type { Funding, Instructions } from '#contract/deal/funding.ts'
import { call } from '#web/api/client.ts'
import { withReason } from '#web/forms/refusal-text.ts'
import { useAction } from '#web/forms/use-action.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'

interface DiscardInstructionsDialogProps {
  loan: Funding['loan']
  instructions: Instructions
  onClose: () => void
}

/** Discards instructions that were not sent. */
export function DiscardInstructionsDialog({
  loan,
  instructions: { id, version },
  onClose,
}: DiscardInstructionsDialogProps) {
  const discard = useAction({
    act: () => call('deleteInstructions', { params: { id }, loanId: loan.id }),
    done: () => ({ title: 'Instructions discarded', description: loan.title }),
    failed,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Discard Instructions"
      text={`Version ${version} was never sent, so no lender has read it. Instructions in force stay.`}
      confirmLabel="Discard"
      destructive
      busy={discard.isPending}
      error={discard.error ? withReason(failed, discard.error) : undefined}
      onConfirm={() => discard.mutate()}
    />
  )
}

const failed = "The instructions weren't discarded."
