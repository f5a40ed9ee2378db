import { ConfirmDialog } from './ConfirmDialog.tsx'

export type DiscardChangesProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What is lost, when it is not just what was typed. */
  title?: string
  text?: string
  onDiscard: () => void
}

/**
 * Asks before a form goes that holds something unsaved. It stands before the form's dialog, so that
 * when both go the form gives the focus back last, to what opened it.
 */
export function DiscardChanges({
  title = 'Discard changes?',
  text = 'What you have typed has not been saved.',
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
