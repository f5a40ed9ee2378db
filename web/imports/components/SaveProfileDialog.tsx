import type { BodyInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { ImportProfile } from '#contract/imports/profiles.ts'
import { textLimits } from '#domain/texts.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

export interface SaveProfileDialogProps {
  profile: Omit<BodyInput<Endpoints['saveImportProfile']>, 'name'>
  proposedName: string
  onSaved: (profile: ImportProfile) => void
  onClose: () => void
}

export function SaveProfileDialog({
  profile,
  proposedName,
  onSaved,
  onClose,
}: SaveProfileDialogProps) {
  const [name, setName] = useState(proposedName)
  const [isMissing, setMissing] = useState(false)
  const query = { kind: profile.kind }
  const saved = useQuery(endpointQuery('listImportProfiles', { query }))
  const isKnown =
    saved.data?.some((each) => each.name.toLowerCase() === name.trim().toLowerCase()) ?? false
  const save = useAction({
    act: () => call('saveImportProfile', { body: { ...profile, name } }),
    done: ({ name: savedName }) => ({ title: 'Profile saved', description: savedName }),
    failed: 'Failed to save the profile.',
    onDone: (made) => {
      onSaved(made)
      onClose()
    },
  })
  return (
    <Dialog
      open
      size="s"
      busy={save.isPending}
      onOpenChange={(open) => !open && onClose()}
      title="Save as Profile"
      description="Keeps the sheet, the headers, the columns and their units. It's proposed to every administrator when a file with the same headers comes again."
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(name.trim() === '')
        if (name.trim() && !save.isPending) save.mutate()
      }}
      footer={
        <>
          <Button variant="outline" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={save.isPending}>
            {isKnown ? 'Replace Profile' : 'Save Profile'}
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        hint={
          isKnown
            ? 'A profile has this name. It will be replaced.'
            : 'For example, the company that sends the file.'
        }
        error={isMissing ? 'Name is required' : undefined}
      >
        <Input
          autoComplete="off"
          maxLength={textLimits.importProfile}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
    </Dialog>
  )
}
