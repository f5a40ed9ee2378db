import { formatTimestamp } from '#web/time/timestamps.ts'
import { useId } from 'react'
import { Button } from '#web/ui/Button.tsx'

export interface UnsavedChangesProps {
  /** The time when the user left the form (ISO 8601). */
  at: string
  onRestore: () => void
  onDiscard: () => void
}

export function UnsavedChanges({ at, onRestore, onDiscard }: UnsavedChangesProps) {
  const textId = useId()
  return (
    <div
      role="group"
      aria-labelledby={textId}
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-secondary px-3 py-2.5 text-secondary-foreground"
    >
      <p id={textId}>You have unsaved changes from {formatTimestamp(at)}.</p>
      <div className="flex gap-2">
        <Button size="s" variant="outline" onClick={onRestore}>
          Restore
        </Button>
        <Button size="s" variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  )
}
