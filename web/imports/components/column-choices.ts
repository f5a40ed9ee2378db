import type { ImportPreview } from '#contract/imports/shapes.ts'

type Columns = readonly Pick<ImportPreview['columns'][number], 'header' | 'field'>[]
type Fields = readonly (string | null)[]

/** The fields that an administrator chose, by column header. The choices are kept for a corrected file. */
export type ColumnChoices = ReadonlyMap<string, string | null>

export const noChoices: ColumnChoices = new Map()

/**
 * Returns true if a header identifies its column. Columns with repeated or empty headers can't be matched between
 * files.
 */
const isTellable = (columns: Columns, header: string) =>
  header !== '' && columns.filter((column) => column.header === header).length === 1

export const choicesOf = (columns: Columns, fields: Fields): ColumnChoices =>
  new Map(
    columns.flatMap(({ header }, place) =>
      isTellable(columns, header) ? [[header, fields[place] ?? null] as const] : [],
    ),
  )

/**
 * Applies earlier choices to another file's columns. Returns null if the other file's headers already lead to the same
 * fields.
 */
export function keepChoices(columns: Columns, choices: ColumnChoices): (string | null)[] | null {
  const kept = columns.map(({ header }) =>
    isTellable(columns, header) ? choices.get(header) : undefined,
  )
  // Each field has at most one column. A choice overrides a suggestion based on a header.
  const fields = columns.map(({ field }, place) => {
    const choice = kept[place]
    if (choice !== undefined) return choice
    return kept.includes(field) ? null : field
  })
  return fields.some((field, place) => field !== columns[place]?.field) ? fields : null
}
