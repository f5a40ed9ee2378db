import { useState, type ReactNode } from 'react'
import { useLeaveGuard } from './leave-guard.ts'
import { DiscardChanges, type DiscardChangesProps } from './DiscardChanges.tsx'

interface DiscardQuestion {
  close: () => void
  /** Render it before the dialog. */
  question: ReactNode
}

/** Closes a dialog at once, or asks first while something in it isn't saved; as the browser does before it leaves. */
export function useDiscardQuestion(
  hasChanges: () => boolean,
  onClose: () => void,
  words: Pick<DiscardChangesProps, 'title' | 'text'> = {},
): DiscardQuestion {
  const [isAsking, setAsking] = useState(false)
  useLeaveGuard(hasChanges)
  return {
    // Escape still closes the dialog, not the question, for a moment after the question is shown: it means Keep Editing.
    close: () => (hasChanges() ? setAsking((asking) => !asking) : onClose()),
    question: (
      <DiscardChanges {...words} open={isAsking} onOpenChange={setAsking} onDiscard={onClose} />
    ),
  }
}
