/**
 * A worker thread that reads a file into rows of strings: CSV, or a sheet of a workbook. It is plain JavaScript,
 * because both the sources and the bundle load it from this path.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { columnName, unpackWorkbook } from '#server/unpack-workbook.mjs'
import { chooseSeparator, unclosedQuoteRow } from './csv-structure.mjs'
import { foreignCurrency, percentSigns, sectionFor } from './number-formats.mjs'

/** An error that users can see and fix. */
class Refusal extends Error {}

const { bytes, limits, sheetName } = workerData
/**
 * The maximum number of rows in a sheet or a CSV file, including blank rows. More rows would exceed the memory limit.
 */
const maxSheetRows = 100_000

const notATable = () =>
  new Refusal("This isn't a CSV or XLSX file. Save your table as one of these and try again.")
const tooLarge = () =>
  new Refusal(
    `Unpacked, this workbook is larger than ${limits.maxUnpackedBytes / 1024 ** 2} MB. Keep only the rows to import, and try again.`,
  )

const tooLong = () =>
  new Refusal(
    'The table goes on for more than 100,000 rows, even if most are blank. Copy the rows to import to a new one, and try again.',
  )

async function readFile() {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.readUInt32BE(0) === 0x504b_0304) return readWorkbook(file)
  if (file.readUInt32BE(0) === 0xd0cf_11e0)
    throw new Refusal(
      'This is an older Excel file, or one with a password. Save it as XLSX without a password and try again.',
    )
  return { sheets: [], sheet: null, hiddenColumns: [], rows: readTexts(decode(file)) }
}

/**
 * Decodes UTF-8 and, with a byte order mark, UTF-16. Decodes all other files as Windows-1252, as Excel for Windows
 * does.
 */
function decode(file) {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file)
  // Text contains no control characters except tabs, line breaks, and form feeds.
  if (file.some((byte) => byte < 9 || (byte > 13 && byte < 32))) throw notATable()
  if (file.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw notATable()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return fromWindows(file)
  }
}

/** The characters of Windows-1252 from 0x80 to 0x9f, where ISO 8859-1 has control characters. */
const windowsOnly = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

// Node 20 decodes Windows-1252 as ISO 8859-1, so these characters are replaced.
const fromWindows = (file) =>
  file
    .toString('latin1')
    // eslint-disable-next-line no-control-regex -- Replaces these characters.
    .replaceAll(/[\x80-\x9f]/g, (each) => windowsOnly[each.charCodeAt(0) - 0x80])

/** Detects web pages, XML, and JSON, which some programs save with the file extension of a spreadsheet. */
const otherLanguage = /^\ufeff?\s*(?:<[a-z!?]|\{|\[\s*[{["])/i

function readTexts(text) {
  if (otherLanguage.test(text.slice(0, 1_000))) throw notATable()
  // By Excel's convention, the first line can declare the separator.
  const [named, separator] = /^\ufeff?sep=(.)\r?\n/.exec(text) ?? ['']
  const table = text.slice(named.length)
  if (lineEndsIn(table) > maxSheetRows) throw tooLong()
  const delimiter = separator ?? chooseSeparator(table)
  const unclosed = unclosedQuoteRow(table, delimiter)
  if (unclosed !== null)
    throw new Refusal(`A quotation mark in row ${unclosed} isn't closed. Close it and try again.`)
  return parseCsv(table, { delimiter }).map((cells, at) => ({ row: at + 1, cells }))
}

function lineEndsIn(text) {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

async function readWorkbook(file) {
  const unpacked = await unpackWorkbook(file, limits.maxUnpackedBytes)
  if (!unpacked) throw tooLarge()
  // One extra column and one extra row show that a table exceeds the limits.
  const range = `A1:${columnName(limits.maxColumns + 1)}${maxSheetRows + 1}`
  const sheets = []
  /** Selects the named sheet or the first visible one. The library calls this function for each sheet, in order. */
  const isChosen = ({ name, hidden, veryHidden }) => {
    const isHidden = hidden || veryHidden
    sheets.push({ name, isHidden })
    if (sheetName !== null) return name === sheetName
    return !isHidden && sheets.every((each, at) => each.isHidden || at === sheets.length - 1)
  }
  const read = await readXlsx(unpacked, { sheets: isChosen, range, readStyles: true })
  const [sheet] = read.sheets
  if (!sheet && sheetName !== null)
    throw new Refusal(`The workbook has no sheet "${sheetName}". Choose another sheet.`)
  if (!sheet) throw notATable()
  if (sheet.rows.length > maxSheetRows) throw tooLong()
  return {
    ...{ sheets, sheet: sheet.name, hiddenColumns: hiddenColumnsIn(sheet) },
    rows: sheet.rows.map((row, at) => rowOf(sheet, row, at)),
  }
}

/** A range of hidden columns can extend to the last possible column. */
const hiddenColumnsIn = ({ columns = [] }) =>
  columns.slice(0, limits.maxColumns).flatMap(({ hidden }, at) => (hidden ? [at] : []))

function rowOf(sheet, row, at) {
  const found = { row: at + 1, cells: [] }
  if (sheet.rowDefs?.get(at)?.hidden) found.isHidden = true
  for (const [column, value] of row.entries()) {
    const cell = sheet.cells?.get(`${at},${column}`)
    found.cells.push(textOf(value, cell))
    const problem = problemOf(value, cell)
    if (problem) (found.problems ??= {})[column] = `${columnName(column + 1)}${at + 1} ${problem}`
    if (typeof value === 'number') (found.numbers ??= []).push(column)
  }
  return found
}

function problemOf(value, cell) {
  if (cell?.type === 'error')
    return `has the error ${String(value)}. Correct its formula, or clear the cell.`
  if (cell?.formula !== undefined && value === null)
    return 'has a formula without its result. Open the file in Excel and save it.'
  const format = cell?.style?.numFmt
  const currency =
    typeof value === 'number' && format ? foreignCurrency(sectionFor(format, value)) : undefined
  return currency && `is in another currency: ${currency}. Amounts are US dollars.`
}

/** Returns a value as a user would type it. For a formula, this is the result stored in the workbook. */
function textOf(value, cell) {
  if (value === null || value === undefined) return ''
  // A number formatted as a date can be outside the range of valid dates.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? String(value) : dateText(value)
  // A reference such as &#xD800; produces a lone surrogate, which databases reject.
  if (typeof value !== 'number') return String(value).toWellFormed()
  const percents = percentSigns(String(cell?.style?.numFmt ?? ''), value)
  // Spreadsheets calculate with 15 digits, so any further digits are rounding errors.
  const figure = String(Number((value * 100 ** percents).toPrecision(15)))
  return percents > 0 ? `${figure}%` : figure
}

/** A date includes a time unless it is midnight. Serial numbers are fractions of days, so the time is rounded. */
function dateText(date) {
  const minutes = new Date(Math.round(date.getTime() / 60_000) * 60_000)
  const [day, time] = minutes.toISOString().split('T')
  return time.startsWith('00:00') ? day : `${day} ${time.slice(0, 5)}`
}

try {
  const { rows, ...read } = await readFile()
  const filled = rows.filter((row) => row.cells.some((cell) => cell.trim() !== '') || row.problems)
  for (const row of filled) row.cells = row.cells.slice(0, limits.maxColumns + 1)
  // Also reads the rows above the headers and one row beyond the limit, to detect a file that exceeds the limit.
  const most = limits.maxRowsAbove + limits.maxRows + 2
  parentPort?.postMessage({ ...read, rows: filled.slice(0, most) })
} catch (error) {
  // An error in the library also means that the file is damaged or has the wrong type.
  const refusal = error instanceof Refusal ? error : notATable()
  parentPort?.postMessage({ refusal: refusal.message })
}
