import type { Loan } from '#contract/loans/shapes.ts'
import { formatShare, isAboveZero } from '#domain/money.ts'
import { ApiError, call, errorMessage } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { useState } from 'react'

export interface UnpublishDialogProps {
  loan: Pick<Loan, 'id' | 'title' | 'version' | 'holdPercentage'>
  onClose: () => void
}

/** Returns a loan to draft, unless the loan has commitments or has changed since the dialog opened. */
export function UnpublishDialog({ loan, onClose }: UnpublishDialogProps) {
  const [{ id, title, version, holdPercentage }] = useState(loan)
  const hold = isAboveZero(holdPercentage)
    ? ` Your hold of ${formatShare(holdPercentage)} ends.`
    : ''
  const unpublish = useAction({
    act: () => call('unpublishLoan', { params: { id }, body: { version } }),
    done: () => ({ title: 'Loan returned to draft', description: title }),
    failed: 'Failed to return loan to draft',
    onDone: onClose,
  })
  const { error } = unpublish
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Return to draft?"
      text={`Lenders won't see ${title} until you publish it again. Their notifications stay, and emails already sent can't be taken back.${hold}`}
      confirmLabel="Return to Draft"
      busy={unpublish.isPending}
      // A 404 or 409 is permanent. After a lost connection or a 5xx, a retry could succeed.
      disabled={error instanceof ApiError && [404, 409].includes(error.status)}
      error={error ? errorMessage(error, error.message) : undefined}
      onConfirm={unpublish.mutate}
    />
  )
}
