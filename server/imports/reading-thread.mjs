/**
 * A worker thread that reads a file into rows of strings: CSV, or the first sheet of a workbook. It is plain
 * JavaScript, because both the sources and the bundle load it from this path.
 */
import { buffer } from 'node:stream/consumers'
import { parentPort, workerData } from 'node:worker_threads'
import { makeZip } from 'client-zip'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { fromBufferPromise } from 'yauzl'

/** An error that the user can fix, and whose message the user sees. */
class Refusal extends Error {}

const { bytes, limits } = workerData
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

async function readRows() {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.readUInt32BE(0) === 0x504b_0304) return readWorkbook(file)
  if (file.readUInt32BE(0) === 0xd0cf_11e0)
    throw new Refusal(
      'This is an older Excel file, or one with a password. Save it as XLSX without a password and try again.',
    )
  return readTexts(decode(file))
}

/** Decodes UTF-8, UTF-16 with a byte order mark, and otherwise Windows-1252, which Excel uses on Windows. */
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

function readTexts(text) {
  // By Excel's convention, the first line can declare the separator.
  const [named, separator] = /^\ufeff?sep=(.)\r?\n/.exec(text) ?? ['']
  const table = text.slice(named.length)
  if (lineEndsIn(table) > maxSheetRows) throw tooLong()
  return parseCsv(table, { delimiter: separator ?? separatorOf(table) })
}

function lineEndsIn(text) {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function separatorOf(text) {
  const line =
    text
      .slice(0, 100_000)
      .replaceAll(/"(?:[^"]|"")*"/g, '')
      .match(/[^\r\n]+/)?.[0] ?? ''
  const counts = [',', ';', '\t', '|'].map((each) => [each, line.split(each).length])
  return counts.toSorted(([, one], [, other]) => other - one)[0][0]
}

/** The parts of a workbook that contain its values. Pictures, macros and other parts aren't unpacked. */
const isNeeded = (name) =>
  /(^|\/)_rels\/[^/]*\.rels$|^\[Content_Types\]\.xml$|^xl\/(workbook|sharedStrings|styles)\.xml$|^xl\/worksheets\/[^/]+\.xml$/i.test(
    name,
  )

async function readWorkbook(file) {
  const parts = await unpack(file)
  if (!parts.some(({ name }) => /^xl\/workbook\.xml$/i.test(name))) throw notATable()
  // One extra column and one extra row show that a table exceeds the limits.
  const range = `A1:${columnName(limits.maxColumns + 1)}${maxSheetRows + 1}`
  // The library gets an archive of only these parts, so that it doesn't unpack anything whose size wasn't checked.
  const checked = makeZip(parts)
  const { sheets } = await readXlsx(checked, { sheets: [0], range, readStyles: true })
  const [sheet] = sheets
  if (!sheet) throw notATable()
  if (sheet.rows.length > maxSheetRows) throw tooLong()
  return sheet.rows.map((row, at) =>
    row.map((value, column) => textOf(value, sheet.cells?.get(`${at},${column}`))),
  )
}

const columnName = (count) =>
  count > 26
    ? columnName(Math.floor((count - 1) / 26)) + columnName(((count - 1) % 26) + 1)
    : String.fromCharCode(64 + count)

/** Returns a value as a user would type it. For a formula, this is the result stored in the workbook. */
function textOf(value, cell) {
  if (value === null || value === undefined) return ''
  // A number formatted as a date can be outside the range of dates.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? String(value) : dateText(value)
  // A reference such as &#xD800; produces a lone surrogate, which databases reject.
  if (typeof value !== 'number') return String(value).toWellFormed()
  // Spreadsheets calculate with 15 digits, so any further digits are rounding errors.
  const isPercent = String(cell?.style?.numFmt ?? '').includes('%')
  const figure = String(Number((isPercent ? value * 100 : value).toPrecision(15)))
  return isPercent ? `${figure}%` : figure
}

/** A date has a time only if it isn't midnight. Serial numbers are fractions of days, so the time is rounded. */
function dateText(date) {
  const minutes = new Date(Math.round(date.getTime() / 60_000) * 60_000)
  const [day, time] = minutes.toISOString().split('T')
  return time.startsWith('00:00') ? day : `${day} ${time.slice(0, 5)}`
}

/** Unpacks the required parts. The library rejects a part if its size differs from the size in the directory. */
async function unpack(file) {
  const archive = await fromBufferPromise(file)
  const parts = []
  let left = limits.maxUnpackedBytes
  for await (const entry of archive.eachEntry()) {
    if (!isNeeded(entry.fileName)) continue
    left -= entry.uncompressedSize
    if (left < 0) throw tooLarge()
    const input = await buffer(await archive.openReadStreamPromise(entry))
    parts.push({ name: entry.fileName, input })
  }
  return parts
}

try {
  const all = await readRows()
  const rows = all
    .map((cells, at) => ({ row: at + 1, cells: cells.slice(0, limits.maxColumns + 1) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  // The header row and up to one row more than the limit are read, to detect a file that exceeds the limit.
  parentPort?.postMessage({ rows: rows.slice(0, limits.maxRows + 2) })
} catch (error) {
  // An error in the library also means that the file is damaged or doesn't have the declared type.
  const refusal = error instanceof Refusal ? error : notATable()
  parentPort?.postMessage({ refusal: refusal.message })
}
