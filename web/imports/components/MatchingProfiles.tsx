import { BookmarkCheck } from 'lucide-react'
import type { ImportPreview } from '#contract/imports/shapes.ts'
import { Button } from '#web/ui/Button.tsx'
import type { ColumnChoice, ImportChoices } from './column-choices.ts'
import { applyProfile, columnsOf, isChanged, usedProfile } from './profile-choices.ts'

interface MatchingProfilesProps {
  found: ImportPreview
  choices: ImportChoices
  chosen: readonly ColumnChoice[]
  disabled: boolean
  /** If `chosen` is null, the fields are derived from the choices. */
  onChoose: (choices: ImportChoices, chosen: ColumnChoice[] | null) => void
}

/** Suggests profiles that match the file's headers, or shows the profile in use. */
export function MatchingProfiles({
  found,
  choices,
  chosen,
  disabled,
  onChoose,
}: MatchingProfilesProps) {
  const used = usedProfile(found, choices)
  const shown = used ? [used] : found.profiles
  if (shown.length === 0) return null
  const before = choices.profile?.before
  return (
    <ul role="list" aria-label="Profiles for this file" className="grid gap-2">
      {shown.map((profile) => (
        <li
          // The key keeps the pressed button mounted so that it keeps focus.
          key={profile.id}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-lg border px-3 py-2"
        >
          <p role="status" className="flex min-w-0 items-start gap-2.5 wrap-anywhere">
            <BookmarkCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-primary" />
            <span>
              {used ? 'Read with the profile ' : 'This file has the headers of the profile '}
              <b className="font-semibold">{profile.name}</b>
              {used && isChanged(used, choices, chosen) ? ', with your changes.' : '.'}
            </span>
          </p>
          {used ? (
            before && (
              <Button
                variant="outline"
                size="s"
                disabled={disabled}
                onClick={() => onChoose(before, null)}
              >
                Undo
              </Button>
            )
          ) : (
            <Button
              variant="outline"
              size="s"
              aria-label={`Use Profile ${profile.name}`}
              disabled={disabled}
              onClick={() => onChoose(applyProfile(profile, found, choices), columnsOf(profile))}
            >
              Use Profile
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
