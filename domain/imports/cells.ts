/** Parses cell values in the formats that people and spreadsheets use. */
import { plainDay, plainMoment } from '#domain/days.ts'
import { exactly } from '#domain/money.ts'
import {
  plainDollars,
  plainPercent,
  plainQuantity,
  plainRate,
  plainRatio,
  thousandsOf,
} from '#domain/parse-typed-money.ts'
import type { CellKind } from './columns.ts'
import { describeInUnit, scaleFigure, unitsOf, type Unit } from './units.ts'

export interface CellContext {
  unit?: Unit | undefined
  /**
   * True for a number in a workbook. Its decimal point isn't ambiguous, and its decimal places can result from a
   * formula.
   */
  isNumber?: boolean | undefined
}

const months = /^(\d+)(?:\.0*)?\s*(?:months?|mos?\.?)?$/i
const years = /^(\d+(?:\.\d+)?)\s*(?:years?|yrs?\.?|y)?$/i
const basisPoints = /\s*(?:bps?|basis points)$/i

const yes = ['yes', 'y', 'true', '1', 'x']
const no = ['no', 'n', 'false', '0']

/** A line break in a name could be used to add false paragraphs to an email. */
const lineEnds = /[\n\v\f\r\u0085\u2028\u2029]+/g
/** Characters that look like a space but are treated as different in searches and comparisons. */
const otherSpaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g

/**
 * Removes the apostrophes that CSV exports add before text that starts like a formula. Exported files can therefore be
 * imported.
 */
const withoutEscapes = (text: string) =>
  text.replaceAll(/(^|[;\t\r\n][\s"]*)'(?=[=+\-@＝＋－＠])/g, '$1')

/** A date in a workbook can include a time that the cell doesn't show. */
const withoutTime = (text: string) =>
  text.replace(/^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/, '$1')

const isFigure = (kind: CellKind) =>
  ['money', 'percent', 'rate', 'quantity', 'ratio'].includes(kind)

/** Returns the figure without its sign, unit, and separators, or null if the text isn't a figure. */
export function plainFigure(
  kind: CellKind,
  text: string,
  { unit, isNumber }: CellContext = {},
): string | null {
  if (isNumber && isFigure(kind) && /^-?\d+(\.\d+)?%?$/.test(text)) return text.replace('%', '')
  if (kind === 'money') return plainDollars(text)
  if (kind === 'quantity') return plainQuantity(text)
  if (kind === 'ratio') return plainRatio(text)
  if (kind === 'months')
    return (unit === 'years' ? years.exec(text)?.[1] : undefined) ?? months.exec(text)?.[1] ?? null
  if (kind !== 'percent' && kind !== 'rate') return null
  const bare = unit === 'basisPoints' ? text.replace(basisPoints, '') : text
  return kind === 'rate' ? plainRate(bare) : plainPercent(bare)
}

/** Returns true if the text includes the default unit, as in "7.25%" and "24 months". */
export const statesUnit = (kind: CellKind, text: string) =>
  kind === 'months' ? /mo/i.test(text) : text.includes('%')

/** Returns the figure in percent, dollars, or months without rounding, or null if the text isn't a figure. */
function exactFigure(kind: CellKind, text: string, context: CellContext): string | null {
  const figure = plainFigure(kind, text, context)
  const { unit } = context
  if (figure === null || unit === undefined || statesUnit(kind, text)) return figure
  return unitsOf(kind).includes(unit) ? scaleFigure(figure, unit) : figure
}

const decimalsOf = (figure: string) => figure.split('.')[1]?.length ?? 0

/**
 * Rounds a computed figure half away from zero, as spreadsheets do. A typed figure with three or four decimal places
 * isn't rounded, because it is probably in another unit or its point separates thousands.
 */
function roundFigure(kind: CellKind, figure: string, { unit, isNumber }: CellContext): string {
  const kept = kind === 'rate' ? 5 : 2
  const decimals = decimalsOf(figure)
  const isComputed = isNumber || decimals > 4 || unit === 'fraction' || unit === 'basisPoints'
  if (!isFigure(kind) || decimals <= kept || !isComputed) return figure
  const digits = exactly.divide(BigInt(figure.replace('.', '')), 10n ** BigInt(decimals - kept))
  return scaleDown(digits, kept)
}

function scaleDown(digits: bigint, decimals: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(decimals + 1, '0')
  const fraction = text.slice(-decimals).replace(/0+$/, '')
  return `${digits < 0n ? '-' : ''}${text.slice(0, -decimals)}${fraction && `.${fraction}`}`
}

function readFigure(kind: CellKind, text: string, context: CellContext): string | null {
  const figure = exactFigure(kind, text, context)
  return figure === null ? null : roundFigure(kind, figure, context)
}

/** Unreadable text is returned unchanged. {@link describeUnreadable} explains the error. */
const textReaders: Partial<Record<CellKind, (text: string) => string>> = {
  text: (text) => withoutEscapes(text).replaceAll(lineEnds, ' ').replaceAll(otherSpaces, ' '),
  lines: withoutEscapes,
  day: (text) => plainDay(withoutTime(text)) ?? text,
  moment: (text) => plainMoment(text) ?? text,
  choice: (text) => text.replaceAll(otherSpaces, ' '),
  flag: (text) => {
    const word = text.toLowerCase()
    return yes.includes(word) ? 'true' : no.includes(word) ? 'false' : text
  },
}

/** Matches a time with a UTC offset, which the API validates. */
const hasOffset = (text: string) => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text)

const hints: Partial<Record<CellKind, string>> = {
  money: 'an amount. Write 1250000 or $1,250,000.00.',
  percent: 'a percentage. Write 7.25 or 7.25%.',
  rate: 'a rate. Write 7.125 or 7.125%.',
  quantity: 'a number. Write 1250 or 1,250.5.',
  ratio: 'a multiple. Write 1.25 or 1.25x.',
  months: 'months. Write 24 or 24 months.',
  day: 'a day. Write 2026-03-31 or 3/31/2026.',
  moment: 'a day and time. Write 2026-12-05 17:00 or 12/5/2026 5:00 PM.',
}

function isReadable(kind: CellKind, text: string, context: CellContext): boolean {
  if (kind === 'day') return plainDay(withoutTime(text)) !== null
  if (kind === 'moment') return plainMoment(text) !== null || hasOffset(text)
  return plainFigure(kind, text, context) !== null
}

const spreadsheetError = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/i

/** Returns an error message with a hint, or undefined if the text is readable or blank. */
export function describeUnreadable(
  kind: CellKind,
  text: string,
  context: CellContext = {},
): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (spreadsheetError.test(trimmed))
    return `${trimmed} is an error of the spreadsheet. Correct its formula, or clear the cell.`
  const hint = hints[kind]
  if (hint === undefined || isReadable(kind, trimmed, context)) return undefined
  const thousands = isFigure(kind) ? thousandsOf(trimmed) : null
  if (thousands !== null)
    return `"${trimmed}" could be ${thousands} or ${trimmed.replace(/0$/, '')}. Write it with a comma between thousands, or with two decimals.`
  return `"${trimmed.slice(0, 40)}" can't be read as ${hint}`
}

/** Returns the value in the format that the API accepts, or undefined for a blank cell. */
export function readCell(
  kind: CellKind,
  text: string,
  context: CellContext = {},
): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const reader = textReaders[kind]
  return reader ? reader(trimmed) : (readFigure(kind, trimmed, context) ?? trimmed)
}

/** Returns a note such as "Rounded to 65.16%", or undefined if the figure isn't rounded. */
export function describeRounding(
  kind: CellKind,
  text: string,
  context: CellContext = {},
): string | undefined {
  const exact = isFigure(kind) ? exactFigure(kind, text.trim(), context) : null
  if (exact === null) return undefined
  const rounded = roundFigure(kind, exact, context)
  const [usual] = unitsOf(kind)
  return rounded === exact
    ? undefined
    : `Rounded to ${usual ? describeInUnit(rounded, usual) : rounded}`
}
