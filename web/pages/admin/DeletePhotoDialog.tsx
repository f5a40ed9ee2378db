import type { Photo } from '#contract/files.ts'
import { call } from '#web/api.ts'
import { touchedByPhoto } from '#web/components/file-queries.ts'
import { useAct } from '#web/components/use-act.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

export type DeletePhotoDialogProps = { photo: Photo; onClose: () => void }

/** Asks before a photo and its file are deleted for good. */
export function DeletePhotoDialog({ photo, onClose }: DeletePhotoDialogProps) {
  const remove = useAct({
    act: () => call('deletePhoto', { params: { id: photo.id } }),
    done: () => ({
      title: 'Photo deleted',
      description: 'The photo has been removed successfully.',
    }),
    failed: 'Failed to delete photo. Please try again.',
    touches: touchedByPhoto(photo),
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
