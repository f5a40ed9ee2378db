/** Reads a statement that a bank exports as a table: CSV, or a sheet of a workbook. */
import { isDay, plainDay } from '#domain/days.ts'
import { groupBy } from '#domain/groups.ts'
import { exactly, parseMoney } from '#domain/money.ts'
import { plainDollars } from '#domain/parse-typed-money.ts'
import {
  cleanText,
  describeCents,
  deskCurrency,
  firstReference,
  lastFour,
  type Statement,
  type StatementEntry,
  type StatementProblem,
} from './statement.ts'
import {
  findStatementColumns,
  type StatementColumn,
  type StatementColumns,
} from './table-columns.ts'

export interface StatementTable {
  headers: readonly string[]
  rows: readonly {
    row: number
    cells: readonly string[]
    /** Errors by column, for cells without a usable value. */
    problems?: Readonly<Record<number, string>> | undefined
  }[]
}

type Row = StatementTable['rows'][number]

interface Reading extends StatementColumns {
  hasDayFirst: boolean
}

/** An entry, with its account's balance after it in signed cents. */
interface Moved {
  line: number
  account: string | null
  change: bigint
  balance: bigint | null
}

export function readStatementTable({ headers, rows }: StatementTable): Statement {
  const columns = findStatementColumns(headers)
  const missing = describeMissing(columns)
  if (missing !== null)
    return { format: 'table', entries: [], problems: [{ line: 1, message: missing }] }
  const reading = { ...columns, hasDayFirst: rows.some((row) => isDayFirst(columns, row)) }
  const entries: StatementEntry[] = []
  const problems: StatementProblem[] = []
  const moved: Moved[] = []
  for (const row of rows) {
    const read = readRow(reading, row)
    if ('problem' in read) problems.push({ line: row.row, message: read.problem })
    else {
      entries.push(read.entry)
      // Balances in other currencies aren't compared.
      if (read.entry.currency === deskCurrency) moved.push(read.moved)
    }
  }
  for (const ofAccount of groupBy(moved, ({ account }) => account).values())
    problems.push(...describeBalance(ofAccount))
  problems.sort((one, other) => one.line - other.line)
  return { format: 'table', entries, problems }
}

function describeMissing({ places }: StatementColumns): string | null {
  if (places.bookedOn === undefined)
    return 'No column has the day. Name it "Date" or "Posting Date".'
  if (places.amount === undefined && places.credit === undefined)
    return 'No column has amounts. Name it "Amount", or "Credit" and "Debit".'
  return null
}

const cellAt = (columns: StatementColumns, { cells }: Row, column: StatementColumn): string => {
  const place = columns.places[column]
  return place === undefined ? '' : (cells[place]?.trim() ?? '')
}

const slashed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d\d)$/

/** Returns true for a day such as 31/12/2026, after which no other day of the file can be trusted. */
function isDayFirst(columns: StatementColumns, row: Row): boolean {
  const [, first] = slashed.exec(withoutTime(cellAt(columns, row, 'bookedOn'))) ?? []
  return Number(first) > 12
}

const withoutTime = (text: string) => text.slice(0, maxFigure).replace(/[T ]\d\d?:\d\d.*$/, '')

/** A year of two digits is one of this century. */
function readDay(text: string, hasDayFirst: boolean): string | null {
  const day = withoutTime(text)
  const compact = day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  const [, month = '', date = '', year = ''] = slashed.exec(compact) ?? []
  if (month === '') return plainDay(compact)
  if (hasDayFirst) return null
  const full = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(full) ? full : null
}

/** A longer text is no figure and no day, and would take the patterns long. */
const maxFigure = 60

/** Reads "-25.00", "(25.00)", "25.00-" and "25.00 DR" as signed cents. */
function readSigned(text: string): bigint | null {
  if (text.length > maxFigure) return null
  const [, inner] = /^\((.*)\)$/.exec(text) ?? /^(.*?)(?:-|\s*DR)$/i.exec(text) ?? []
  const bare = (inner ?? text).replace(/\s*CR$/i, '').replace(/^\+/, '')
  const isNegative = /^\$?\s*[-−]/.test(bare)
  if (isNegative && inner !== undefined) return null
  const plain = plainDollars(bare.replace(/^(\$?)\s*[-−]\s*/, '$1'))
  const money = plain === null ? null : parseMoney(plain)
  if (money === null) return null
  const cents = exactly.cents(money)
  return isNegative || inner !== undefined ? -cents : cents
}

const creditWord = /^(?:c|cr|credit|crdt|deposit)$/i
const debitWord = /^(?:d|dr|db|debit|dbit|withdrawal)$/i
const reversed = /\b(?:revers(?:al|ed)|returned|charge ?back|recalled)\b/i

/** Returns signed cents, or what is wrong with them. */
function readChange(reading: Reading, row: Row): bigint | string {
  const texts = (['credit', 'debit', 'amount'] as const).map((column) => ({
    column,
    text: cellAt(reading, row, column),
    problem: row.problems?.[reading.places[column] ?? -1],
  }))
  const problem = texts.find((each) => each.problem !== undefined)?.problem
  if (problem !== undefined) return problem
  const isNothing = (text: string) => text === '' || readSigned(text) === 0n
  const given = texts.filter(({ text }) => !isNothing(text))
  const [first, second] = given
  if (!first) return 'The row has no amount.'
  if (first.column !== 'amount' && second?.column === 'debit')
    return 'The row has a credit and a debit. Give each its row.'
  const cents = readSigned(first.text)
  if (cents === null) return `"${first.text.slice(0, 40)}" can't be read as an amount in dollars.`
  if (first.column === 'credit') return cents
  // A column of debits has them with or without a sign.
  if (first.column === 'debit') return cents < 0n ? cents : -cents
  return withDirection(cents, wordsOf(reading, row))
}

const wordsOf = (reading: Reading, row: Row) => [
  cellAt(reading, row, 'direction'),
  ...reading.texts.map((place) => row.cells[place]?.trim() ?? ''),
]

function withDirection(cents: bigint, words: readonly string[]): bigint | string {
  if (words.some((word) => debitWord.test(word))) return cents < 0n ? cents : -cents
  if (cents < 0n && words.some((word) => creditWord.test(word)))
    return 'The row is a credit with a negative amount. Check it by hand.'
  return cents
}

type ReadRow = { problem: string } | { entry: StatementEntry; moved: Moved }

function readRow(reading: Reading, row: Row): ReadRow {
  const written = cellAt(reading, row, 'bookedOn')
  const change = readChange(reading, row)
  if (written === '' && typeof change === 'string')
    return { problem: `"${cleanText(...row.cells).slice(0, 60)}" isn't an entry. It wasn't used.` }
  const bookedOn = readDay(written, reading.hasDayFirst)
  if (bookedOn === null)
    return {
      problem: reading.hasDayFirst
        ? `"${written.slice(0, 40)}" could be another day, because days of this file begin with the day. Write them as 2026-12-31.`
        : `"${written.slice(0, 40)}" can't be read as a day. Write 2026-12-31 or 12/31/2026.`,
    }
  if (typeof change === 'string') return { problem: change }
  if (/pending|authori[sz]ed|hold/i.test(cellAt(reading, row, 'status')))
    return { problem: "The entry is not booked yet, so it wasn't used." }
  const text = cleanText(...reading.texts.map((place) => row.cells[place] ?? ''))
  const entry: StatementEntry = {
    ...{ line: row.row, cents: change < 0n ? -change : change, isCredit: change > 0n },
    isReversal: reversed.test(text),
    currency: cellAt(reading, row, 'currency').toUpperCase() || deskCurrency,
    bookedOn,
    reference: firstReference(cellAt(reading, row, 'reference')),
    text,
    accountLastFour: lastFour(cellAt(reading, row, 'account')),
  }
  const balance = readSigned(cellAt(reading, row, 'balance'))
  return { entry, moved: { line: row.row, account: entry.accountLastFour, change, balance } }
}

/** Checks an account's running balance, oldest or newest entry first, whichever fits better. */
function describeBalance(moved: readonly Moved[]): StatementProblem[] {
  const expected = (isNewestFirst: boolean) =>
    moved.slice(1).flatMap((after, place) => {
      const before = moved[place]
      if (!before || before.balance === null || after.balance === null) return []
      const [earlier, later] = isNewestFirst ? [after, before] : [before, after]
      const balance = (earlier.balance ?? 0n) + later.change
      return balance === later.balance ? [] : [{ line: later.line, balance, given: later.balance }]
    })
  const [oldestFirst, newestFirst] = [expected(false), expected(true)]
  const [first] = newestFirst.length < oldestFirst.length ? newestFirst : oldestFirst
  if (!first || first.given === null) return []
  const message = `The balance doesn't add up: after this entry it should be ${describeCents(first.balance)}, but is ${describeCents(first.given)}. Entries may be missing.`
  return [{ line: first.line, message }]
}
