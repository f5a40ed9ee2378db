import type { ImportPreview } from '#contract/imports/shapes.ts'

type Columns = readonly Pick<ImportPreview['columns'][number], 'header' | 'field'>[]
type Fields = readonly (string | null)[]

/** The field of each column, by its header: what an administrator settled for a file, also for a corrected one. */
export type ColumnChoices = ReadonlyMap<string, string | null>

export const noChoices: ColumnChoices = new Map()

/** Of columns with the same header, or none, a file that is chosen next doesn't say which is which. */
const isTellable = (columns: Columns, header: string) =>
  header !== '' && columns.filter((column) => column.header === header).length === 1

export const choicesOf = (columns: Columns, fields: Fields): ColumnChoices =>
  new Map(
    columns.flatMap(({ header }, place) =>
      isTellable(columns, header) ? [[header, fields[place] ?? null] as const] : [],
    ),
  )

/** The fields of another file's columns, kept from the choices; null if its headers say the same by themselves. */
export function keepChoices(columns: Columns, choices: ColumnChoices): (string | null)[] | null {
  const kept = columns.map(({ header }) =>
    isTellable(columns, header) ? choices.get(header) : undefined,
  )
  // A field is for one column: what was chosen goes before what a header suggests.
  const fields = columns.map(({ field }, place) => {
    const choice = kept[place]
    if (choice !== undefined) return choice
    return kept.includes(field) ? null : field
  })
  return fields.some((field, place) => field !== columns[place]?.field) ? fields : null
}
