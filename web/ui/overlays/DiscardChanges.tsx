import { ConfirmDialog } from './ConfirmDialog.tsx'

export type DiscardChangesProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** For losses other than typed text. */
  title?: string
  text?: string
  onDiscard: () => void
}

/**
 * Asks for confirmation before discarding unsaved input. Render it before the form's dialog: when both close, the
 * later one restores the focus last.
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
