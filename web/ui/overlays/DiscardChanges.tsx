import { ConfirmDialog } from './ConfirmDialog.tsx'

export type DiscardChangesProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What is lost, if not just typed text. */
  title?: string
  text?: string
  onDiscard: () => void
}

/**
 * Asks before unsaved input of a form is discarded. It is rendered before the form's dialog, so that
 * when both close, the form's dialog returns the focus last, to what opened it.
 */
export function DiscardChanges({
  title = 'Discard changes?',
  text = "Your changes aren't saved yet.",
  onDiscard,
  ...rest
}: DiscardChangesProps) {
  return (
    <ConfirmDialog
      {...rest}
      title={title}
      text={text}
      confirmLabel="Discard"
      cancelLabel="Keep Editing"
      destructive
      onConfirm={onDiscard}
    />
  )
}
