import { useState, type ReactNode } from 'react'
import { useLeaveGuard } from './leave-guard.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface DiscardQuestion {
  close: () => void
  /** The confirmation dialog. Render it before the form's dialog. */
  question: ReactNode
}

/**
 * Closes a dialog, after confirmation if it has unsaved input. The browser also asks before the user leaves the page.
 */
export function useDiscardQuestion(
  hasChanges: () => boolean,
  onClose: () => void,
  words: Pick<DiscardChangesProps, 'title' | 'text'> = {},
): DiscardQuestion {
  const [isAsking, setAsking] = useState(false)
  useLeaveGuard(hasChanges)
  return {
    // Just after the question appears, Escape still reaches the dialog. It is treated as Keep Editing.
    close: () => (hasChanges() ? setAsking((asking) => !asking) : onClose()),
    question: (
      <DiscardChanges {...words} open={isAsking} onOpenChange={setAsking} onDiscard={onClose} />
    ),
  }
}

type DiscardChangesProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question's title. Set it if something other than typed text would be lost. */
  title?: string
  text?: string
  onDiscard: () => void
}

/**
 * Asks for confirmation before unsaved input is discarded. Render it before the form's dialog. When both dialogs close,
 * the one rendered later restores focus last.
 */
function DiscardChanges({
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
