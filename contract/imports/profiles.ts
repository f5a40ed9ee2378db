import {
  importColumns,
  importKinds,
  importLimits,
  type ImportKind,
} from '#domain/imports/columns.ts'
import { units, unitsOf } from '#domain/imports/units.ts'
import { textLimits } from '#domain/texts.ts'
import { flag, flagOr, id, storable, text, timestamp } from '#contract/wire.ts'
import * as z from 'zod/mini'

const kind = z.enum(importKinds, 'Must be loans or lenders')

const column = z.object({
  header: z.string(),
  field: z.nullable(z.string()),
  unit: z.nullable(z.enum(units)),
})

const newColumn = z.object(
  {
    header: z
      .string('Must be text')
      .check(
        z.maxLength(importLimits.maxHeaderLength, 'Must be one of the headers in the preview'),
        ...storable,
      ),
    field: z.nullable(z.string('Must be a field or null')),
    unit: z.nullable(z.enum(units, 'Must be a unit or null')),
  },
  'Must be a column with a header, a field, and a unit',
)

export const importProfileList = z.object({ kind })

export const newImportProfile = z
  .object({
    kind,
    /** An existing profile with the same name, ignoring letter case, and the same kind is replaced. */
    name: text(textLimits.importProfile, 'Name is required'),
    /** Null for a CSV file. */
    sheet: z.nullable(
      z
        .string('Must be the name of a sheet, or null')
        .check(z.maxLength(100, 'Must be at most 100 characters'), ...storable),
    ),
    headerRow: z
      .int('Must be the number of a row')
      .check(
        z.minimum(1, 'Must be the number of a row'),
        z.maximum(999_999, 'Must be the number of a row'),
      ),
    skipHidden: flagOr('false'),
    columns: z
      .array(newColumn, 'Must be the columns of the file')
      .check(
        z.minLength(1, 'Must be the columns of the file'),
        z.maxLength(importLimits.maxColumns, `Must be at most ${importLimits.maxColumns}`),
      ),
  })
  .check(
    z.refine(({ kind: given, columns }) => areFieldsOf(given, columns), {
      path: ['columns'],
      error: 'Must name each field of the kind at most once',
    }),
    z.refine(({ kind: given, columns }) => columns.every((each) => hasPossibleUnit(given, each)), {
      path: ['columns'],
      error: 'Must have units of their fields',
    }),
    // Blank headers at the end of a row are dropped when a file is read, so a profile must not contain them either.
    z.refine(({ columns }) => columns.at(-1)?.header.trim() !== '', {
      path: ['columns'],
      error: 'Must end with a header that is not blank',
    }),
  )

type Column = z.infer<typeof column>

function areFieldsOf(given: ImportKind, columns: readonly Column[]): boolean {
  const fields = columns.flatMap(({ field }) => field ?? [])
  const known = importColumns[given].map(({ field }) => field)
  return fields.every((field, at) => known.includes(field) && fields.indexOf(field) === at)
}

function hasPossibleUnit(given: ImportKind, { field, unit }: Column): boolean {
  const known = importColumns[given].find((each) => each.field === field)
  return unit === null || (known !== undefined && unitsOf(known.cell).includes(unit))
}

export const importProfile = z.object({
  id,
  kind,
  name: z.string(),
  sheet: z.nullable(z.string()),
  headerRow: z.int(),
  skipHidden: flag,
  columns: z.array(column),
  updatedAt: timestamp,
})
export type ImportProfile = z.infer<typeof importProfile>

/** A profile whose headers occur in the file, and the sheet and row in which they were found. */
export const matchingProfile = z.omit(importProfile, { kind: true, updatedAt: true })
export type MatchingProfile = z.infer<typeof matchingProfile>
