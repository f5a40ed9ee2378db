import type { CellStyle, WorkbookProperties, WriteOptions, WriteSheet } from 'hucre/xlsx'

export type { CellStyle }

export interface SheetCell {
  value: string | number | Date | null
  formula?: string
  style?: CellStyle
}

export interface Sheet extends Pick<WriteSheet, 'name' | 'freezePane' | 'pageSetup' | 'view'> {
  widths: number[]
  rows: SheetCell[][]
  repeatsFirstRow?: true
}

export async function writeWorkbook(
  sheets: Sheet[],
  properties: WorkbookProperties,
): Promise<Buffer> {
  const { writeXlsx } = await import('hucre/xlsx')
  const options: WriteOptions = {
    sheets: sheets.map(toWriteSheet),
    properties,
    namedRanges: sheets
      .filter(({ repeatsFirstRow }) => repeatsFirstRow)
      .map(({ name }) => ({
        // The library's own setting writes the sheet's name without quotes, and Excel then reports a name with a space
        // as corrupt.
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
