import type { Document } from '#contract/documents/shapes.ts'
import { call } from '#web/api/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useAction } from '#web/actions/use-action.ts'

export type DeleteDocumentDialogProps = { document: Document; onClose: () => void }

/** Asks for confirmation before a document and its file are permanently deleted. */
export function DeleteDocumentDialog({ document, onClose }: DeleteDocumentDialogProps) {
  const { id, filename, loanId } = document
  const remove = useAction({
    act: () => call('deleteDocument', { params: { id }, loanId }),
    done: () => ({
      title: 'Document deleted',
      description: 'The document has been successfully removed.',
    }),
    failed: 'Failed to delete document',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete Document"
      text={`Are you sure you want to delete "${filename}"? This action cannot be undone.`}
      confirmLabel="Delete"
      destructive
      busy={remove.isPending}
      onConfirm={remove.mutate}
    />
  )
}
