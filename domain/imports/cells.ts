/** What the texts in a file's cells mean, as people and spreadsheets write them. */
import { plainDay } from '#domain/parse-typed-day.ts'
import { plainDollars, plainPercent } from '#domain/parse-typed-money.ts'
import type { CellKind } from './columns.ts'

const months = /^(\d+)(?:\.0*)?\s*(?:months?|mos?\.?)?$/i

const yes = ['yes', 'y', 'true', '1', 'x']
const no = ['no', 'n', 'false', '0']

/** What ends a line. In a name it would add paragraphs of somebody else's to an email. */
const lineEnds = /[\n\v\f\r\u0085\u2028\u2029]+/g

/** A text that can't be read as its kind stays as it is, to be refused as {@link describeUnreadable} says. */
const readers: Record<CellKind, (text: string) => string> = {
  text: (text) => text.replaceAll(lineEnds, ' '),
  lines: (text) => text,
  money: (text) => plainDollars(text) ?? text,
  percent: (text) => plainPercent(text) ?? text,
  months: (text) => months.exec(text)?.[1] ?? text,
  day: (text) => plainDay(text) ?? text,
  flag: (text) => {
    const word = text.toLowerCase()
    return yes.includes(word) ? 'true' : no.includes(word) ? 'false' : text
  },
}

const hints: Partial<Record<CellKind, { isReadable: (text: string) => boolean; hint: string }>> = {
  money: {
    isReadable: (text) => plainDollars(text) !== null,
    hint: 'an amount. Write 1250000 or $1,250,000.00.',
  },
  percent: {
    isReadable: (text) => plainPercent(text) !== null,
    hint: 'a percentage. Write 7.25 or 7.25%.',
  },
  months: { isReadable: (text) => months.test(text), hint: 'months. Write 24 or 24 months.' },
  day: {
    isReadable: (text) => plainDay(text) !== null,
    hint: 'a day. Write 2026-03-31 or 3/31/2026.',
  },
}

/** Why a cell's text is not of its kind, and what to write; undefined if it is, or is blank. */
export function describeUnreadable(kind: CellKind, text: string): string | undefined {
  const trimmed = text.trim()
  const known = hints[kind]
  if (trimmed === '' || !known || known.isReadable(trimmed)) return undefined
  return `"${trimmed.slice(0, 40)}" can't be read as ${known.hint}`
}

/** The value of a cell as a call takes it; undefined for a blank one. */
export function readCell(kind: CellKind, text: string): string | undefined {
  const trimmed = text.trim()
  return trimmed === '' ? undefined : readers[kind](trimmed)
}
