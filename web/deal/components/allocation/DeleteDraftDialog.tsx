import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'

interface DeleteDraftDialogProps {
  loanId: string
  onClose: () => void
}

export function DeleteDraftDialog({ loanId, onClose }: DeleteDraftDialogProps) {
  const remove = useAction({
    act: () => call('deleteAllocation', { params: { id: loanId } }),
    done: () => ({ title: 'Draft deleted', description: 'The book stays as it is.' }),
    failed: "The draft wasn't deleted.",
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete Draft"
      text="This deletes the saved order, tiers, pinned shares, and shares set by hand. The book stays as it is."
      confirmLabel="Delete Draft"
      destructive
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}
