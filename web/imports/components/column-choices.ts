import type { ImportPreview } from '#contract/imports/shapes.ts'
import type { Unit } from '#domain/imports/units.ts'

type Column = Pick<ImportPreview['columns'][number], 'header' | 'field'>
type Columns = readonly Column[]

/** The field of a column and the chosen unit of its figures, or null for none. */
export interface ColumnChoice {
  field: string | null
  unit: Unit | null
}

/** The choices of an administrator, by column header. They are kept for a corrected file. */
export type ColumnChoices = ReadonlyMap<string, ColumnChoice>

export const noChoices: ColumnChoices = new Map()

/** Where the table is in the file. By default, the server proposes a sheet and the row of the headers. */
export interface TableSource {
  sheet?: string
  headerRow?: number
  skipHidden?: boolean
}

export interface ImportChoices {
  source: TableSource
  columns: ColumnChoices
  profile?: UsedProfile
}

/** The profile from which the choices were taken. */
export interface UsedProfile {
  id: string
  /** The choices before the profile was applied, or null if the profile was saved from the current choices. */
  before: ImportChoices | null
}

export const noImportChoices: ImportChoices = { source: {}, columns: noChoices }

/**
 * Returns true if a header identifies its column. Columns with repeated or empty headers can't be matched between
 * files.
 */
const isTellable = (columns: Columns, header: string) =>
  header !== '' && columns.filter((column) => column.header === header).length === 1

export const choicesOf = (columns: Columns, chosen: readonly ColumnChoice[]): ColumnChoices =>
  new Map(
    columns.flatMap(({ header }, place) => {
      const choice = chosen[place]
      return choice && isTellable(columns, header) ? [[header, choice] as const] : []
    }),
  )

export const proposedChoices = (columns: Columns): ColumnChoice[] =>
  columns.map(({ field }) => ({ field, unit: null }))

/**
 * Applies earlier choices to another file's columns. Returns null if the other file's headers already result in the
 * same fields and no unit was chosen.
 */
export function keepChoices(columns: Columns, choices: ColumnChoices): ColumnChoice[] | null {
  const kept = columns.map(({ header }) =>
    isTellable(columns, header) ? choices.get(header) : undefined,
  )
  const keptFields = kept.map((choice) => choice?.field)
  // Each field has at most one column. A choice overrides a suggestion based on a header.
  const chosen = columns.map(({ field }, place): ColumnChoice => {
    const proposed = keptFields.includes(field) ? null : field
    return kept[place] ?? { field: proposed, unit: null }
  })
  const isOther = ({ field, unit }: ColumnChoice, place: number) =>
    field !== columns[place]?.field || unit !== null
  return chosen.some(isOther) ? chosen : null
}

/** Assigns a field or a unit to a column. A field has at most one column, so its previous column is unassigned. */
export function chooseColumn(
  chosen: readonly ColumnChoice[],
  place: number,
  choice: ColumnChoice,
): ColumnChoice[] {
  return chosen.map((before, each) => {
    if (each === place) return choice
    return before.field !== null && before.field === choice.field
      ? { field: null, unit: null }
      : before
  })
}
