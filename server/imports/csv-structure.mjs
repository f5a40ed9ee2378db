import { parseCsv } from 'hucre/csv'

const separators = [',', ';', '\t', '|']
const sampledRows = 25

/**
 * Returns the separator that splits the most rows into the same number of values. Checks the first 100,000 characters.
 * @param {string} text
 */
export function chooseSeparator(text) {
  const sample = text.slice(0, 100_000)
  const scores = separators.map((separator) => ({ separator, score: scoreOf(sample, separator) }))
  return scores.toSorted((one, other) => other.score - one.score)[0]?.separator ?? ','
}

/**
 * @param {string} sample
 * @param {string} delimiter
 */
function scoreOf(sample, delimiter) {
  const rows = parseCsv(sample, { delimiter, maxRows: sampledRows })
  const counts = rows
    .filter((cells) => cells.some((cell) => String(cell ?? '').trim() !== ''))
    .map((cells) => cells.length)
  /** @param {number} count */
  const rowsWith = (count) => counts.filter((each) => each === count).length
  // If several counts are equally frequent, the largest count is used.
  return Math.max(0, ...counts.map((count) => (count > 1 ? rowsWith(count) * 1_000 + count : 0)))
}

/**
 * Returns the row with an unclosed quotation mark, or null. If a value spans several lines and text follows its closing
 * mark, that mark opens another value.
 * @param {string} text
 * @param {string} separator
 */
export function unclosedQuoteRow(text, separator) {
  let row = 1
  let isAtStart = true
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"' && isAtStart) {
      const end = closingQuote(text, at + 1)
      if (end === -1) return row
      const next = text[end + 1]
      const isClosed = next === undefined || next === separator || next === '\n' || next === '\r'
      if (!isClosed && text.slice(at, end).includes('\n')) return row
      at = end
      isAtStart = false
    } else if (character === '\n' || (character === '\r' && text[at + 1] !== '\n')) {
      row += 1
      isAtStart = true
    } else isAtStart = character === separator
  }
  return null
}

/**
 * Two quotation marks in a quoted value represent one.
 * @param {string} text
 * @param {number} from
 */
function closingQuote(text, from) {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}
