/** Parses cell values as people and spreadsheets write them. */
import { plainDay, plainMoment } from '#domain/days.ts'
import { plainDollars, plainPercent, plainQuantity, plainRate } from '#domain/parse-typed-money.ts'
import type { CellKind } from './columns.ts'

const months = /^(\d+)(?:\.0*)?\s*(?:months?|mos?\.?)?$/i

const yes = ['yes', 'y', 'true', '1', 'x']
const no = ['no', 'n', 'false', '0']

/** The author of a name with a line break could add false paragraphs to an email. */
const lineEnds = /[\n\v\f\r\u0085\u2028\u2029]+/g

/**
 * Exports precede text that starts like a formula with an apostrophe, at the start of a cell or of a line. Removes it,
 * so that an exported file can be imported.
 */
const withoutEscapes = (text: string) =>
  text.replaceAll(/(^|[;\t\r\n][\s"]*)'(?=[=+\-@＝＋－＠])/g, '$1')

/** A workbook's date can have a time that its cell doesn't show. */
const withoutTime = (text: string) => text.replace(/^(\d{4}-\d\d-\d\d) \d\d:\d\d$/, '$1')

/** Unreadable text is returned unchanged. {@link describeUnreadable} explains the error. */
const readers: Record<CellKind, (text: string) => string> = {
  text: (text) => withoutEscapes(text).replaceAll(lineEnds, ' '),
  lines: withoutEscapes,
  money: (text) => plainDollars(text) ?? text,
  percent: (text) => plainPercent(text) ?? text,
  rate: (text) => plainRate(text) ?? text,
  quantity: (text) => plainQuantity(text) ?? text,
  months: (text) => months.exec(text)?.[1] ?? text,
  day: (text) => plainDay(withoutTime(text)) ?? text,
  moment: (text) => plainMoment(text) ?? text,
  choice: (text) => text,
  flag: (text) => {
    const word = text.toLowerCase()
    return yes.includes(word) ? 'true' : no.includes(word) ? 'false' : text
  },
}

/** A time with its offset, which the API checks. */
const hasOffset = (text: string) => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text)

const hints: Partial<Record<CellKind, { isReadable: (text: string) => boolean; hint: string }>> = {
  money: {
    isReadable: (text) => plainDollars(text) !== null,
    hint: 'an amount. Write 1250000 or $1,250,000.00.',
  },
  percent: {
    isReadable: (text) => plainPercent(text) !== null,
    hint: 'a percentage. Write 7.25 or 7.25%.',
  },
  rate: {
    isReadable: (text) => plainRate(text) !== null,
    hint: 'a rate. Write 7.125 or 7.125%.',
  },
  quantity: {
    isReadable: (text) => plainQuantity(text) !== null,
    hint: 'a number. Write 1250 or 1,250.5.',
  },
  months: { isReadable: (text) => months.test(text), hint: 'months. Write 24 or 24 months.' },
  day: {
    isReadable: (text) => plainDay(withoutTime(text)) !== null,
    hint: 'a day. Write 2026-03-31 or 3/31/2026.',
  },
  moment: {
    isReadable: (text) => plainMoment(text) !== null || hasOffset(text),
    hint: 'a day and time. Write 2026-12-05 17:00 or 12/5/2026 5:00 PM.',
  },
}

/** Returns an error with a hint, or undefined if the text is readable or blank. */
export function describeUnreadable(kind: CellKind, text: string): string | undefined {
  const trimmed = text.trim()
  const known = hints[kind]
  if (trimmed === '' || !known || known.isReadable(trimmed)) return undefined
  return `"${trimmed.slice(0, 40)}" can't be read as ${known.hint}`
}

/** Returns the value in the form that the API accepts, or undefined for a blank cell. */
export function readCell(kind: CellKind, text: string): string | undefined {
  const trimmed = text.trim()
  return trimmed === '' ? undefined : readers[kind](trimmed)
}
