/** Converts a table's rows to loans or lenders, with an error or a note for each questionable cell. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { companyName, email } from '#contract/accounts/shapes.ts'
import type { RowError } from '#contract/imports/shapes.ts'
import { enteredLoan } from '#contract/loans/shapes.ts'
import { flag, optionalText } from '#contract/wire.ts'
import {
  describeRounding,
  describeUnreadable,
  plainFigure,
  readCell,
  statesUnit,
  type CellContext,
} from '#domain/imports/cells.ts'
import { importColumns, type ImportKind } from '#domain/imports/columns.ts'
import {
  comparedFigureNames,
  describeDifference,
  describeOddity,
  joinAddress,
  describeRateConflict,
  splitRate,
  statusOfLabel,
} from '#domain/imports/loans-of-rows.ts'
import {
  describeDoubtfulPercent,
  describeUnlikely,
  suggestFractions,
  unitsOf,
} from '#domain/imports/units.ts'
import { creditOf } from '#domain/loans/credit/credit.ts'
import { settleRates } from '#domain/loans/credit/note-rate.ts'
import { groupBy } from '#domain/groups.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import type { PlacedColumn } from './columns-of-file.ts'
import type { FileRow, FileTable } from './read-file.ts'

const lender = z.object({
  email,
  name: optionalText(textLimits.fullName),
  firstName: optionalText(textLimits.name),
  lastName: optionalText(textLimits.name),
  companyName: z.optional(companyName),
  note: optionalText(textLimits.note),
  isApproved: z.optional(z.enum(flag.options, 'Must be Yes or No')),
})

/** If a loan with another status has a funding date, either the date is only planned or the status is wrong. */
const loan = enteredLoan.check(
  z.refine(({ status, fundedOn }) => fundedOn === null || status === 'funded', {
    path: ['fundedOn'],
    error: 'Only a funded loan has this day. Clear it, or set the status to Funded.',
  }),
)

const shapes = { loans: loan, lenders: lender }

export type RowOf<Kind extends ImportKind> = z.output<(typeof shapes)[Kind]>

export interface Row<Kind extends ImportKind> {
  row: number
  value: RowOf<Kind>
}

type Cells = Record<string, string | undefined>

/** The number of rows to check before other requests are processed. */
const rowsInATurn = 200

export async function readRows<Kind extends ImportKind>(
  kind: Kind,
  { headers, rows }: Pick<FileTable, 'headers' | 'rows'>,
  columns: readonly PlacedColumn[],
) {
  const good: Row<Kind>[] = []
  const errors: RowError[] = []
  const notes: RowError[] = []
  const unlikely: UnlikelyFigure[] = []
  for (const [count, row] of rows.entries()) {
    if (count % rowsInATurn === rowsInATurn - 1) await nextTurn()
    const cells = Object.fromEntries(columns.map((column) => [column.field, readIn(column, row)]))
    const result = shapes[kind].safeParse(kind === 'loans' ? loanCells(cells) : cells)
    const messages = new Map(columns.flatMap((column) => refusalIn(column, row)))
    for (const { path, message } of result.error?.issues ?? []) {
      const field = String(path[0])
      const column = columns.find((each) => each.field === field)
      const hint = column ? suggestUnit(column, row) : ''
      if (!messages.has(field)) messages.set(field, message + hint)
    }
    const conflict = kind === 'loans' ? describeRateConflict(cells) : undefined
    if (conflict && !messages.has('noteRate')) messages.set('noteRate', conflict)
    const extra = valueWithoutHeader(row, headers)
    if (extra) errors.push(extra)
    for (const [field, message] of messages)
      errors.push(describeCell(kind, row, columns, field, message))
    // The cast is safe, because the row was parsed with the schema for its kind.
    const value = result.success ? (result.data as RowOf<Kind>) : null
    if (value !== null && messages.size === 0 && !extra) good.push({ row: row.row, value })
    const credit = kind === 'loans' && value ? creditOfRow(value as RowOf<'loans'>) : null
    for (const [field, message] of notesOn(columns, row, cells, credit))
      notes.push(describeCell(kind, row, columns, field, message))
    for (const [field, message] of unlikelyIn(columns, row).filter(([each]) => !messages.has(each)))
      unlikely.push({ field, note: describeCell(kind, row, columns, field, message) })
  }
  return { good, errors, ...withUnlikely(notes, unlikely) }
}

interface UnlikelyFigure {
  field: string
  note: RowError
}

/** A note about an unlikely figure also names the rounded figure, so it replaces a note about rounding. */
function withUnlikely(notes: RowError[], figures: UnlikelyFigure[]) {
  const unlikely = [...groupBy(figures, ({ field }) => field).values()].flatMap((alike) =>
    groupAlike(alike.map(({ note }) => note)),
  )
  const isReplaced = (note: RowError) =>
    unlikely.some(({ row, column }) => row === note.row && column === note.column)
  return { notes: notes.filter((note) => !isReplaced(note)), unlikely }
}

/** If a column has more unlikely figures, one note names the first and counts the others. */
const mostAlike = 3

function groupAlike(notes: RowError[]): RowError[] {
  const [first] = notes
  if (!first || notes.length <= mostAlike) return notes
  const others = (notes.length - 1).toLocaleString('en-US')
  return [{ ...first, message: `${first.message}. ${others} more rows have such a figure.` }]
}

const contextOf = ({ place, unit }: PlacedColumn, { numbers }: FileRow): CellContext => ({
  unit,
  isNumber: numbers?.includes(place),
})

const textIn = ({ place }: PlacedColumn, { cells }: FileRow) => cells[place]?.trim() ?? ''

const readIn = (column: PlacedColumn, row: FileRow) =>
  readCell(column.cell, textIn(column, row), contextOf(column, row))

/** Returns the field and the error of an unreadable cell. Columns that are only compared never cause an error. */
function refusalIn(column: PlacedColumn, row: FileRow): [string, string][] {
  if (column.role === 'compared') return []
  const message = describeProblem(column, row) ?? describeDoubt(column, row)
  return message === undefined ? [] : [[column.field, message]]
}

const describeProblem = (column: PlacedColumn, row: FileRow) =>
  row.problems?.[column.place] ??
  describeUnreadable(column.cell, textIn(column, row), contextOf(column, row))

function describeDoubt(column: PlacedColumn, row: FileRow): string | undefined {
  const { field, cell, unit, isUnitChosen } = column
  const percent = readIn(column, row)
  if ((cell !== 'percent' && cell !== 'rate') || percent === undefined) return undefined
  if (isUnitChosen && unit === 'percent') return undefined
  const isStated = unit !== 'percent' || statesUnit(cell, textIn(column, row))
  return describeDoubtfulPercent({ field, percent, isStated })
}

function suggestUnit(column: PlacedColumn, row: FileRow): string {
  const { field, cell, unit } = column
  const text = textIn(column, row)
  const figure = plainFigure(cell, text, contextOf(column, row))
  return figure === null || statesUnit(cell, text) ? '' : suggestFractions(field, unit, figure)
}

/** Returns the field and a note for each figure that is unlikely in a unit that it doesn't state itself. */
function unlikelyIn(columns: readonly PlacedColumn[], row: FileRow): [string, string][] {
  return columns.flatMap((column): [string, string][] => {
    const { field, cell: kind, unit, isUnitChosen, role } = column
    // A percentage that is unlikely in the usual unit is an error, and an amount can be small.
    if (role || (!isUnitChosen && unit === unitsOf(kind)[0])) return []
    const text = textIn(column, row)
    const figure = plainFigure(kind, text, contextOf(column, row))
    const stored = readIn(column, row)
    if (figure === null || stored === undefined || statesUnit(kind, text)) return []
    if (describeOddity(field, stored)) return []
    const note = describeUnlikely({ field, kind, unit, figure, stored })
    return note ? [[field, note]] : []
  })
}

const loanCells = (cells: Cells): Cells => ({
  ...cells,
  ...splitRate(cells),
  propertyAddress: joinAddress(cells),
  status: statusOfLabel(cells['status']),
})

export const findLongRows = ({ headers, rows }: Pick<FileTable, 'headers' | 'rows'>) =>
  rows.flatMap((row) => valueWithoutHeader(row, headers) ?? [])

/** A value beyond the last header usually means that an amount contains an unquoted comma. */
function valueWithoutHeader({ row, cells }: FileRow, headers: string[]): RowError | null {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  if (last < headers.length) return null
  const message = `Row ${row} has ${last + 1} values and ${headers.length} headers: is a comma in a figure not in quotes?`
  return { row, column: null, value: cells[last]?.trim().slice(0, 100) ?? '', message }
}

const creditOfRow = (row: RowOf<'loans'>) => creditOf({ ...row, ...settleRates(row, null) })

function notesOn(
  columns: readonly PlacedColumn[],
  row: FileRow,
  cells: Cells,
  credit: ReturnType<typeof creditOf> | null,
): [string, string][] {
  return columns.flatMap((column): [string, string][] => {
    const { field, cell } = column
    const compared = comparedFigureNames.find((name) => name === field)
    const note =
      compared === undefined
        ? (describeRounding(cell, textIn(column, row), contextOf(column, row)) ??
          describeOddity(field, cells[field]))
        : (describeProblem(column, row) ??
          (credit && describeDifference(compared, cells[field], credit)))
    return note ? [[field, note]] : []
  })
}

function describeCell(
  kind: ImportKind,
  row: FileRow,
  columns: readonly PlacedColumn[],
  field: string,
  message: string,
): RowError {
  const column = columns.find((each) => each.field === field)
  const name = importColumns[kind].find((each) => each.field === field)?.name ?? null
  const value = column ? textIn(column, row).slice(0, 100) : ''
  return { row: row.row, column: column?.header || name, value, message }
}
