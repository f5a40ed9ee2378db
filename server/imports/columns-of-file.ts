/** Matches a file's columns to fields and units, based on the user's choices or on headers and figures. */
import type { ImportPreview } from '#contract/imports/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { plainFigure, statesUnit } from '#domain/imports/cells.ts'
import {
  importColumns,
  matchColumns,
  type ImportColumn,
  type ImportKind,
} from '#domain/imports/columns.ts'
import {
  askForUnit,
  suspectedUnit,
  unitOfHeader,
  units,
  unitsOf,
  type Unit,
} from '#domain/imports/units.ts'
import { invalid } from '#server/errors.ts'
import type { FileTable } from './read-file.ts'

export interface ColumnChoices {
  columns?: string | undefined
  units?: string | undefined
}

export interface PlacedColumn extends ImportColumn {
  place: number
  header: string
  unit: Unit | undefined
  /** True if the caller chose the unit. Unlikely figures are then accepted. */
  isUnitChosen: boolean
  question: string | null
}

type Table = Pick<FileTable, 'headers' | 'rows' | 'hiddenColumns'>

/** The columns in the order of the fields. Throws 400 for an invalid choice. */
export function placeColumns(
  kind: ImportKind,
  table: Table,
  choices: ColumnChoices,
): PlacedColumn[] {
  const fields =
    choices.columns === undefined
      ? matchColumns(kind, table.headers)
      : chosenFields(kind, choices.columns, table.headers)
  const chosenUnits = choices.units?.split(',').map((unit) => unit.trim()) ?? []
  return importColumns[kind].flatMap((column) => {
    const place = fields.indexOf(column.field)
    if (place < 0) return []
    const header = table.headers[place] ?? ''
    return [{ ...column, place, header, ...unitOf(column, place, table, chosenUnits[place] ?? '') }]
  })
}

function chosenFields(kind: ImportKind, columns: string, headers: string[]): (string | null)[] {
  const fields = columns.split(',').map((field) => field.trim() || null)
  const known = importColumns[kind].map(({ field }) => field)
  const unknown = fields.find((field) => field !== null && !known.includes(field))
  if (unknown) throw invalid(`There is no field ${unknown}`, { columns: 'Must be fields' })
  if (fields.length > headers.length)
    throw invalid('The file has fewer columns', { columns: 'Must be one for each column' })
  const twice = fields.find((field, place) => field !== null && fields.indexOf(field) < place)
  if (twice) throw invalid(`Two columns are for ${twice}`, { columns: 'Must name each field once' })
  return fields
}

/** Returns the unit chosen by the caller, the unit in the header, or the default, in that order. */
function unitOf(
  { field, cell: kind }: ImportColumn,
  place: number,
  { headers, rows }: Table,
  given: string,
) {
  const chosen = unitsOf(kind).find((unit) => unit === given)
  if (given && !chosen && !units.some((unit) => unit === given))
    throw invalid(`There is no unit ${given.slice(0, 40)}`, { units: 'Must be units' })
  if (chosen) return { unit: chosen, isUnitChosen: true, question: null }
  const named = unitOfHeader(kind, headers[place] ?? '')
  const unit = named ?? unitsOf(kind)[0]
  const figures = unit ? figuresIn(rows, place, kind) : []
  const suspected = suspectedUnit({ field, kind, named, figures })
  const example = figures.find((figure) => /[1-9]/.test(figure)) ?? ''
  const question = suspected && askForUnit(suspected, kind, example)
  return { unit, isUnitChosen: false, question }
}

/** Returns the figures of a column, except those whose text includes a unit. */
function figuresIn(rows: FileTable['rows'], place: number, kind: ImportColumn['cell']): string[] {
  return rows.flatMap(({ cells, numbers }) => {
    const text = cells[place]?.trim() ?? ''
    if (text === '' || statesUnit(kind, text)) return []
    return plainFigure(kind, text, { isNumber: numbers?.includes(place) }) ?? []
  })
}

export function describeColumns(
  { headers, rows, hiddenColumns }: Table,
  placed: readonly PlacedColumn[],
): ImportPreview['columns'] {
  return headers.map((header, place) => {
    const column = placed.find((each) => each.place === place)
    const samples = rows.map(({ cells }) => cells[place]?.trim() ?? '')
    return {
      header,
      sample: samples.find(Boolean)?.slice(0, 200) ?? '',
      isHidden: toFlag(hiddenColumns.includes(place)),
      field: column?.field ?? null,
      unit: column?.unit ?? null,
      question: column?.question ?? null,
    }
  })
}
