import type { Photo } from '#contract/documents/shapes.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/actions/use-action.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

export type DeletePhotoDialogProps = { photo: Photo; onClose: () => void }

/** Asks for confirmation before a photo and its file are permanently deleted. */
export function DeletePhotoDialog({ photo, onClose }: DeletePhotoDialogProps) {
  const remove = useAction({
    act: () => call('deletePhoto', { params: { id: photo.id }, loanId: photo.loanId }),
    done: () => ({
      title: 'Photo deleted',
      description: 'The photo has been removed successfully.',
    }),
    failed: 'Failed to delete photo. Please try again.',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete Photo"
      text={`Are you sure you want to delete "${photo.filename}"? This action cannot be undone.`}
      confirmLabel="Delete"
      destructive
      busy={remove.isPending}
      onConfirm={remove.mutate}
    />
  )
}
