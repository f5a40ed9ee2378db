import type { UploadKind } from '#domain/documents/files.ts'
import { call } from '#web/api/client.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { useAction } from '#web/forms/use-action.ts'

export type DeleteFileDialogProps = {
  kind: UploadKind
  file: { id: string; filename: string; loanId: string }
  onClose: () => void
}

export function DeleteFileDialog({ kind, file, onClose }: DeleteFileDialogProps) {
  const { id, filename, loanId } = file
  const { endpoint, title, done, failed } = deletions[kind]
  const remove = useAction({
    act: () => call(endpoint, { params: { id }, loanId }),
    done: () => done,
    failed,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      text={`Are you sure you want to delete "${filename}"? This action cannot be undone.`}
      confirmLabel="Delete"
      destructive
      busy={remove.isPending}
      onConfirm={remove.mutate}
    />
  )
}

const deletions = {
  document: {
    endpoint: 'deleteDocument',
    title: 'Delete Document',
    done: {
      title: 'Document deleted',
      description: 'The document has been successfully removed.',
    },
    failed: 'Failed to delete document',
  },
  photo: {
    endpoint: 'deletePhoto',
    title: 'Delete Photo',
    done: { title: 'Photo deleted', description: 'The photo has been removed successfully.' },
    failed: 'Failed to delete photo. Please try again.',
  },
} as const
