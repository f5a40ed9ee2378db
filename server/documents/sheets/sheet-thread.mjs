/**
 * A worker thread that reads one sheet of a workbook as formatted text. It is plain JavaScript, because both the
 * sources and the bundle load it from this path.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { makeZip } from 'client-zip'
import { dateToSerial } from 'hucre'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { formatColor, format as formatFigure } from 'numfmt'
import { columnName, unpackParts } from '#server/unpack-workbook.mjs'

const { bytes, limits, sheetName } = workerData

/** Leaves out hidden sheets, as spreadsheet programs do. */
async function readSheet(file) {
  const sheets = []
  let chosen = null
  const isChosen = ({ name, hidden, veryHidden }) => {
    if (hidden || veryHidden) return false
    sheets.push(name)
    if (chosen !== null || (sheetName !== null && name !== sheetName)) return false
    chosen = name
    return true
  }
  const range = `A1:${columnName(limits.maxColumns)}${limits.maxRows}`
  const parts = await unpackParts(file, limits.maxUnpackedBytes)
  if (!parts) throw new Error('The workbook is too large unpacked')
  const read = await readXlsx(makeZip(parts), { sheets: isChosen, range, readStyles: true })
  const [sheet] = read.sheets
  if (!sheet) return { sheets, sheet: null, rows: [], isCut: false }
  const rows = sheet.rows.map((row, at) =>
    row.map((value, column) => textOf(value, sheet.cells?.get(`${at},${column}`), read.dateSystem)),
  )
  if (rows.length === 0 && parts.some(isDamagedSheet)) throw new Error('A sheet is damaged')
  const isCut = await hasMore(makeZip(parts), chosen)
  return { sheets, sheet: chosen, rows: withoutBlankEnd(rows), isCut }
}

/** The library reads a part that isn't a sheet as a blank sheet, but even a blank sheet has this element. */
const isDamagedSheet = ({ name, input }) =>
  /(^|\/)worksheets\/[^/]*\.xml$/i.test(name) && !input.includes('sheetData')

/** Returns true if the sheet has a value beyond the limits, even if everything within them is blank. */
async function hasMore(workbook, sheet) {
  for await (const { index, values } of streamXlsxRows(workbook, { sheet })) {
    const beyond = index < limits.maxRows ? values.slice(limits.maxColumns) : values
    if (beyond.some((value) => value !== null && value !== '')) return true
  }
  return false
}

/** Removes trailing blank rows and columns. */
function withoutBlankEnd(rows) {
  const filled = rows.slice(0, rows.findLastIndex((row) => row.some((text) => text !== '')) + 1)
  const width = Math.max(0, ...filled.map((row) => row.findLastIndex((text) => text !== '') + 1))
  return filled.map((row) => row.slice(0, width))
}

function textOf(value, cell, dateSystem) {
  if (value === null || value === undefined) return ''
  const format = cell?.style?.numFmt
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return ''
    if (!format) return value.toISOString().slice(0, 10)
    // Elapsed time such as `[h]:mm` is counted from the first day of the workbook's calendar.
    const isElapsed = /\[(h+|m+|s+)\]/i.test(format)
    return formatted(dateToSerial(value, isElapsed && dateSystem === '1904'), format)
  }
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value !== 'number') return cut(String(value))
  // Spreadsheets calculate with 15 digits, so any further digits are rounding errors.
  const figure = Number(value.toPrecision(15))
  return format && format !== 'General' ? formatted(figure, format) : String(figure)
}

/**
 * Formats a figure with an Excel number format. `formatValue` of hucre 1.0.0 drops the currency of some formats, shows
 * the accounting format's zero as `$-0`, and rounds binary fractions (`findings/`).
 */
function formatted(figure, format) {
  // A currency's locale, as in `[$€-407]`, would change the separators, which Excel takes from its user's settings.
  const pattern = format.replaceAll(/\[\$([^\]-]+)-[^\]]*\]/g, '[$$$1]')
  try {
    const text = cut(formatFigure(pattern, figure).trim())
    // `0;[Red]0` marks a negative figure only by its color, which isn't shown.
    const needsSign = figure < 0 && /^[^-(]*\d[^-(]*$/.test(text) && formatColor(pattern, figure)
    return needsSign ? `-${text}` : text
  } catch {
    return String(figure)
  }
}

/** Repairs lone surrogates too, which an XML character reference such as &#xD800; produces. */
const cut = (text) => text.slice(0, limits.maxTextLength).toWellFormed()

try {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  parentPort?.postMessage({ sheet: await readSheet(file) })
} catch {
  // An error in the library also means that the file is damaged, encrypted, or of another type.
  parentPort?.postMessage({ sheet: null })
}
