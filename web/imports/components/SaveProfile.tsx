import type { ImportProfile } from '#contract/imports/profiles.ts'
import type { ImportPreview } from '#contract/imports/shapes.ts'
import type { ImportKind } from '#domain/imports/columns.ts'
import { Button } from '#web/ui/Button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState } from 'react'
import type { ColumnChoice, ImportChoices } from './column-choices.ts'
import { profileOf, usedProfile } from './profile-choices.ts'

const SaveProfileDialog = onDemand(() =>
  import('./SaveProfileDialog.tsx').then((part) => part.SaveProfileDialog),
)

interface SaveProfileProps {
  kind: ImportKind
  found: ImportPreview
  choices: ImportChoices
  chosen: readonly ColumnChoice[]
  disabled: boolean
  onSaved: (profile: ImportProfile) => void
}

export function SaveProfile({ kind, found, choices, chosen, disabled, onSaved }: SaveProfileProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <p className="text-muted-foreground">Keep these columns and units for the next file.</p>
      <Button
        variant="outline"
        size="s"
        disabled={disabled}
        onPointerEnter={SaveProfileDialog.preload}
        onClick={() => setOpen(true)}
      >
        Save as Profile
      </Button>
      {isOpen && (
        <SaveProfileDialog
          profile={{ kind, ...profileOf(found, choices, chosen) }}
          proposedName={usedProfile(found, choices)?.name ?? ''}
          onSaved={onSaved}
          onClose={close}
        />
      )}
    </div>
  )
}
