import type { MatchingProfile } from '#contract/imports/profiles.ts'
import type { ImportPreview } from '#contract/imports/shapes.ts'
import { expect, test } from 'vitest'
import { noImportChoices, proposedChoices } from './column-choices.ts'
import { applyProfile, columnsOf, isChanged, profileOf, usedProfile } from './profile-choices.ts'

const profile: MatchingProfile = {
  ...{ id: 'p', name: 'Harbor Servicing', sheet: 'Tape', headerRow: 3, skipHidden: 'true' },
  columns: [
    { header: 'Deal', field: 'title', unit: null },
    { header: 'Coupon', field: 'interestRate', unit: 'fraction' },
  ],
}
const column = (header: string, field: string | null) => ({
  ...{ header, field, sample: '', isHidden: 'false' as const, unit: null, question: null },
})
type Found = Parameters<typeof usedProfile>[0] & Pick<ImportPreview, 'columns'>
const tape: Found = {
  sheets: [
    { name: 'Cover', isHidden: 'false' },
    { name: 'Tape', isHidden: 'false' },
  ],
  ...{ sheet: 'Tape', headerRow: 3, profiles: [profile] },
  columns: [column('Deal', null), column('Coupon', 'interestRate')],
}
const cover: Found = { ...tape, sheet: 'Cover', headerRow: 1, columns: [column('Loan tape', null)] }

test("applies a profile's table, columns, and units to an import", () => {
  const choices = applyProfile(profile, cover, noImportChoices)
  expect(choices.source).toEqual({ sheet: 'Tape', headerRow: 3, skipHidden: true })
  expect(choices.columns.get('Coupon')).toEqual({ field: 'interestRate', unit: 'fraction' })
  expect(choices.profile).toEqual({ id: 'p', before: noImportChoices })
  expect(applyProfile({ ...profile, sheet: null }, tape, choices).source).not.toHaveProperty(
    'sheet',
  )
})

test("shows an import's profile only while the profile's sheet and header row are selected", () => {
  const choices = applyProfile(profile, cover, noImportChoices)
  expect(usedProfile(tape, choices)).toBe(profile)
  expect(usedProfile(cover, choices)).toBeUndefined()
  expect(usedProfile({ ...tape, headerRow: 4 }, choices)).toBeUndefined()
  expect(usedProfile({ ...tape, profiles: [] }, choices)).toBeUndefined()
  expect(usedProfile(tape, noImportChoices)).toBeUndefined()
})

test('detects changes made to an import after a profile was applied', () => {
  const choices = applyProfile(profile, cover, noImportChoices)
  const chosen = columnsOf(profile)
  expect(isChanged(profile, choices, chosen)).toBe(false)
  const shown = { ...choices, source: { ...choices.source, skipHidden: false } }
  expect(isChanged(profile, shown, chosen)).toBe(true)
  expect(isChanged(profile, choices, proposedChoices(tape.columns))).toBe(true)
})

test('saves the choices made during an import so that the profile restores them', () => {
  const choices = applyProfile(profile, cover, noImportChoices)
  const { id: _id, name: _name, ...saved } = profile
  expect(profileOf(tape, choices, columnsOf(profile))).toEqual(saved)
})
