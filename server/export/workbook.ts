/** Workbooks (Office Open XML) out of rows of cells. */
import type { CellStyle, WorkbookProperties, WriteOptions, WriteSheet } from 'hucre/xlsx'

export type { CellStyle }

export interface SheetCell {
  /** Of a formula, its result. */
  value: string | number | Date | null
  /** Without the `=`. */
  formula?: string
  style?: CellStyle
}

export interface Sheet extends Pick<WriteSheet, 'name' | 'freezePane' | 'pageSetup' | 'view'> {
  /** In letters, by column. */
  widths: number[]
  rows: SheetCell[][]
  /** On paper, the first row stands on every page. */
  repeatsFirstRow?: true
}

export async function writeWorkbook(
  sheets: Sheet[],
  properties: WorkbookProperties,
): Promise<Buffer> {
  // Many a process never writes one.
  const { writeXlsx } = await import('hucre/xlsx')
  const options: WriteOptions = {
    sheets: sheets.map(toWriteSheet),
    properties,
    namedRanges: sheets
      .filter(({ repeatsFirstRow }) => repeatsFirstRow)
      .map(({ name }) => ({
        // The library's own setting for this writes the name of the sheet without quotes, which makes
        // Excel call a workbook broken whose sheet has a space in its name.
        name: '_xlnm.Print_Titles',
        range: `'${name.replaceAll("'", "''")}'!$1:$1`,
        scope: name,
      })),
    defaultFont: { name: 'Calibri', size: 11 },
  }
  return Buffer.from(await writeXlsx(options))
}

function toWriteSheet({ widths, rows, name, freezePane, pageSetup, view }: Sheet): WriteSheet {
  const placed = rows.flatMap((cells, row) =>
    cells.map((cell, column) => [`${row},${column}`, toCell(cell)] as const),
  )
  return {
    name,
    ...(freezePane && { freezePane }),
    ...(pageSetup && { pageSetup }),
    ...(view && { view }),
    columns: widths.map((width) => ({ width })),
    rows: rows.map((cells) => cells.map(({ value }) => value)),
    cells: new Map(placed),
  }
}

const toCell = ({ value, formula, style }: SheetCell) => ({
  value,
  ...(formula !== undefined && { type: 'formula' as const, formula, formulaResult: value }),
  ...(style && { style }),
})
