/** Tables with typed columns and totals, for workbooks and CSV files (RFC 4180). */
import type { CellStyle, Sheet, SheetCell } from './workbook.ts'

/** A column's type. Text columns contain user input, so formulas in them are escaped in CSV. */
type Kind = 'text' | 'money' | 'percent' | 'rate' | 'ratio' | 'quantity' | 'months' | 'time' | 'day'

export interface Column<Row> {
  header: string
  kind: Kind
  width: number
  /**
   * The value's format depends on `kind`: a decimal string, any string, an ISO 8601 time in UTC, or the day of such a
   * time.
   */
  read: (row: Row) => string | null
}

/** A row below the others, such as a total, with a label in the first column and figures by column header. */
export interface Total {
  label: string
  figures: Record<string, string | null>
}

export function tableAsCsv<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  totals: readonly Total[],
): Buffer {
  const records = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map((column) => csvText(column, row))),
    ...totals.map(({ label, figures }) =>
      columns.map(({ header }, index) => (index === 0 ? label : (figures[header] ?? ''))),
    ),
  ]
  return Buffer.from(csvMark + records.map(csvRecord).join(''))
}

function csvText<Row>({ kind, read }: Column<Row>, row: Row): string {
  const value = read(row) ?? ''
  if (kind === 'text') return escapeFormulaInCsv(value)
  return kind === 'time' && value ? `${value.slice(0, 19)}Z` : value
}

export function tableAsSheet<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  totals: readonly Total[] = [],
): Sheet {
  return {
    name,
    widths: columns.map(({ width }) => width),
    freezePane: { rows: 1 },
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
    repeatsFirstRow: true,
    rows: [
      columns.map(({ header, kind }) => ({
        value: header,
        style: { ...bold, alignment: { horizontal: kind === 'text' ? 'left' : 'right' } },
      })),
      ...rows.map((row) => columns.map(({ kind, read }) => cellOf(kind, read(row)))),
      ...(totals.length > 0 ? [[]] : []),
      ...totals.map((total) => totalRow(columns, total)),
    ],
  }
}

function totalRow<Row>(columns: readonly Column<Row>[], { label, figures }: Total): SheetCell[] {
  const last = Math.max(
    0,
    columns.findLastIndex(({ header }) => header in figures),
  )
  return columns.slice(0, last + 1).map(({ header, kind }, index) => {
    const figure = figures[header] ?? null
    if (index === 0 || figure === null) return cellOf('text', index === 0 ? label : null, bold)
    return cellOf(kind, figure, bold)
  })
}

const bold: CellStyle = { font: { bold: true } }

const formats: Partial<Record<Kind, string>> = {
  money: '#,##0.00',
  percent: '0.00%',
  rate: '0.00###%',
  ratio: '0.00"x"',
  quantity: '#,##0.##',
  months: '0',
  time: 'yyyy-mm-dd hh:mm',
  day: 'yyyy-mm-dd',
}

function cellOf(kind: Kind, text: string | null, style: CellStyle = {}): SheetCell {
  const numFmt = formats[kind]
  return { value: text && valueOf(kind, text), style: numFmt ? { ...style, numFmt } : style }
}

/** The number of digits that spreadsheets keep. It is enough for any stored amount, but not for every total. */
const digitsKept = 15

/** Returns a number, unless converting the figure to a number would round it. */
function valueOf(kind: Kind, text: string): string | number | Date {
  // A workbook's cell has a type, so text that looks like a formula remains text.
  if (kind === 'text') return printable(text)
  if (kind === 'time' || kind === 'day') return new Date(text)
  if (text.replaceAll(/\D/g, '').length > digitsKept) return text
  // The exponent ensures that the value is rounded only once: "7.10" percent is 0.071.
  return Number(kind === 'percent' || kind === 'rate' ? `${text}e-2` : text)
}

/** The byte order mark before the first row, which lets spreadsheets detect UTF-8. */
export const csvMark = '\ufeff'

export const printable = (text: string) =>
  // eslint-disable-next-line no-control-regex -- Removes control characters.
  text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, '')

/** Adds an apostrophe before anything that starts like a formula so that a spreadsheet treats the value as text. */
const escapeFormula = (text: string) => printable(text).replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'")

/**
 * Also escapes text within the value. A spreadsheet can split the value at tabs or, as in much of Europe, at
 * semicolons, so a new cell can start within the value, even after text that looks like quotes.
 */
export const escapeFormulaInCsv = (text: string) =>
  // The pattern matches only from the beginning of a run of spaces and quotes. Otherwise, text with many line breaks
  // would take minutes.
  escapeFormula(text).replaceAll(
    /(?<![\s"])[\s"]*(?=[=+\-@＝＋－＠])/g,
    (run, offset: number, whole: string) =>
      offset === 0 || whole[offset - 1] === ';' || /[\t\r\n]/.test(run) ? `${run}'` : run,
  )

export const csvRecord = (fields: readonly string[]) =>
  `${fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\r\n`
