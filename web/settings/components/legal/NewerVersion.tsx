import type { LegalVersion } from '#contract/settings/legal.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'

interface NewerVersionProps {
  newer: LegalVersion
  isReplaced: boolean
  onReplace: (isReplaced: boolean) => void
}

/** Warns above the editor that a newer version was published, and asks for confirmation before replacing it. */
export const NewerVersion = ({ newer, isReplaced, onReplace }: NewerVersionProps) => (
  <div role="alert" className="mb-4 grid gap-2 rounded-lg bg-warning-soft px-3 py-2.5 text-warning">
    <p className="font-semibold">
      {newer.createdByName ?? 'Someone'} published version {newer.version} while you were editing
    </p>
    <p className="text-pretty">
      Your text is kept, and isn't published yet. Add what it lacks, then publish it.
    </p>
    <details>
      <summary className="cursor-pointer py-1">Show version {newer.version}</summary>
      <div
        role="region"
        aria-label={`Version ${newer.version}`}
        // Focusable, so that the keyboard can scroll it.
        tabIndex={0}
        className="mt-1 max-h-60 overflow-y-auto rounded-lg border bg-background px-3 py-2 wrap-anywhere whitespace-pre-wrap text-foreground"
      >
        {newer.text}
      </div>
    </details>
    <Checkbox
      label={`Replace version ${newer.version}`}
      checked={isReplaced}
      onChange={({ target }) => onReplace(target.checked)}
    />
  </div>
)
