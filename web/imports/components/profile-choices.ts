/** Saves import choices as a profile, and applies a profile to an import. */
import type { MatchingProfile } from '#contract/imports/profiles.ts'
import type { ImportPreview } from '#contract/imports/shapes.ts'
import { choicesOf, type ColumnChoice, type ImportChoices } from './column-choices.ts'

type Found = Pick<ImportPreview, 'sheets' | 'sheet' | 'headerRow' | 'profiles' | 'columns'>

/** Returns the profile in use, or undefined if a different sheet or header row is selected. */
export function usedProfile(found: Found, { profile }: ImportChoices): MatchingProfile | undefined {
  const used = found.profiles.find(({ id }) => id === profile?.id)
  return used?.headerRow === found.headerRow && used.sheet === found.sheet ? used : undefined
}

export const columnsOf = ({ columns }: MatchingProfile): ColumnChoice[] =>
  columns.map(({ field, unit }) => ({ field, unit }))

export function applyProfile(
  profile: MatchingProfile,
  { sheets }: Found,
  before: ImportChoices,
): ImportChoices {
  const { id, sheet, headerRow, skipHidden, columns } = profile
  return {
    source: {
      ...(sheet !== null && sheets.length > 1 && { sheet }),
      headerRow,
      skipHidden: skipHidden === 'true',
    },
    columns: choicesOf(columns, columnsOf(profile)),
    profile: { id, before },
  }
}

export function isChanged(
  profile: MatchingProfile,
  { source }: ImportChoices,
  chosen: readonly ColumnChoice[],
): boolean {
  const { columns, skipHidden } = profile
  return (
    (source.skipHidden === true) !== (skipHidden === 'true') ||
    columns.some(({ field, unit }, at) => chosen[at]?.field !== field || chosen[at]?.unit !== unit)
  )
}

/** Returns the choices as a new profile without a name. */
export const profileOf = (
  { sheet, headerRow, columns }: Found,
  { source }: ImportChoices,
  chosen: readonly ColumnChoice[],
) => ({
  ...{ sheet, headerRow, skipHidden: source.skipHidden ? ('true' as const) : ('false' as const) },
  columns: columns.map(({ header }, at) => ({
    ...{ header, field: chosen[at]?.field ?? null, unit: chosen[at]?.unit ?? null },
  })),
})
