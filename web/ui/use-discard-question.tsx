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
    close: () => (hasChanges() ? setAsking(true) : onClose()),
    question: (
      <DiscardChanges {...words} open={isAsking} onOpenChange={setAsking} onDiscard={onClose} />
    ),
  }
}
