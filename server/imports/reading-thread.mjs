/**
 * A thread that reads one file into rows of texts: CSV, or the first sheet of a workbook. Plain JavaScript and
 * read from here, so that it is the same file whether the program runs from its sources or from its bundle.
 */
import { buffer } from 'node:stream/consumers'
import { parentPort, workerData } from 'node:worker_threads'
import { makeZip } from 'client-zip'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { fromBufferPromise } from 'yauzl'

/** What a person can do something about; its message is for them. */
class Refusal extends Error {}

const { bytes, limits } = workerData
/** Of a workbook's sheet, or lines of a CSV, blank ones included: more would take the thread's memory. */
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

/** UTF-8, UTF-16 with its mark, or else what Excel writes on Windows. */
function decode(file) {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file)
  // Texts have no control characters but tabs, line ends and form feeds.
  if (file.some((byte) => byte < 9 || (byte > 13 && byte < 32))) throw notATable()
  if (file.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw notATable()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return fromWindows(file)
  }
}

/** What Windows-1252 has at the places where ISO 8859-1 has control characters, from 0x80 to 0x9f. */
const windowsOnly = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

// Node 20 decodes Windows-1252 as ISO 8859-1.
const fromWindows = (file) =>
  file
    .toString('latin1')
    // eslint-disable-next-line no-control-regex -- these are what must go
    .replaceAll(/[\x80-\x9f]/g, (each) => windowsOnly[each.charCodeAt(0) - 0x80])

function readTexts(text) {
  // Excel's own way to name the separator.
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

/** What separates the headers: whichever there is most of outside quotes. */
function separatorOf(text) {
  const line =
    text
      .slice(0, 100_000)
      .replaceAll(/"(?:[^"]|"")*"/g, '')
      .match(/[^\r\n]+/)?.[0] ?? ''
  const counts = [',', ';', '\t', '|'].map((each) => [each, line.split(each).length])
  return counts.toSorted(([, one], [, other]) => other - one)[0][0]
}

/** The parts of a workbook that hold its values; pictures, macros and the like are not unpacked. */
const isNeeded = (name) =>
  /(^|\/)_rels\/[^/]*\.rels$|^\[Content_Types\]\.xml$|^xl\/(workbook|sharedStrings|styles)\.xml$|^xl\/worksheets\/[^/]+\.xml$/i.test(
    name,
  )

async function readWorkbook(file) {
  const parts = await unpack(file)
  if (!parts.some(({ name }) => /^xl\/workbook\.xml$/i.test(name))) throw notATable()
  // One column and one row more than are allowed show that there are too many.
  const range = `A1:${columnName(limits.maxColumns + 1)}${maxSheetRows + 1}`
  // An archive of these parts alone, so that the library unpacks nothing whose size is unchecked.
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

/** A value as it would be typed. Of a formula it is the result that the workbook has kept. */
function textOf(value, cell) {
  if (value === null || value === undefined) return ''
  // A number formatted as a date can be beyond all dates.
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? String(value) : value.toISOString().slice(0, 10)
  // A reference such as &#xD800; makes half a character, which no database takes.
  if (typeof value !== 'number') return String(value).toWellFormed()
  // Spreadsheets count with 15 digits; the others are noise.
  const isPercent = String(cell?.style?.numFmt ?? '').includes('%')
  const figure = String(Number((isPercent ? value * 100 : value).toPrecision(15)))
  return isPercent ? `${figure}%` : figure
}

/** The parts that are needed. The library refuses a part whose size isn't the one in the directory. */
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
  // The headers, and one row more than is allowed: it shows that there are too many.
  parentPort?.postMessage({ rows: rows.slice(0, limits.maxRows + 2) })
} catch (error) {
  // The library's own errors are about the file too: it is damaged, or not what its name says.
  const refusal = error instanceof Refusal ? error : notATable()
  parentPort?.postMessage({ refusal: refusal.message })
}
