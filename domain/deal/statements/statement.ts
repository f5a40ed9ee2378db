/** A bank's statement, as read from a file of any format, and the cleaning of its texts. */
import { isDay } from '#domain/days.ts'
import { exactly, formatCents } from '#domain/money.ts'

export const statementFormats = ['bai2', 'camt053', 'table'] as const
export type StatementFormat = (typeof statementFormats)[number]

export const statementLimits = {
  maxBytes: 1024 ** 2,
  maxEntries: 2_000,
  /** The number of lines that an answer lists of each kind. */
  maxListed: 500,
} as const

export interface StatementEntry {
  /** The line of the file, or the row of the table, where the entry begins. */
  line: number
  /** Never negative. */
  cents: bigint
  isCredit: boolean
  /** True if the entry takes back or returns an earlier one. */
  isReversal: boolean
  currency: string
  bookedOn: string
  /** The bank's reference or, without one, the payer's. Empty if the entry has neither. */
  reference: string
  /** Names, references and remittance information. */
  text: string
  /** The end of the account's number, or null if the file doesn't name the account. */
  accountLastFour: string | null
}

/** Something that the bank's file doesn't say clearly. */
export interface StatementProblem {
  line: number
  message: string
}

export interface Statement {
  format: StatementFormat
  entries: StatementEntry[]
  /** In the order of lines. */
  problems: StatementProblem[]
}

export const deskCurrency = 'USD'

/** The length that a receipt's reference can have. */
const maxReference = 140
const maxText = 1_000

/** Line breaks, control characters and repeated spaces become one space, and half a surrogate pair is replaced. */
const onOneLine = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

export const cleanText = (...texts: readonly string[]): string =>
  onOneLine(texts.filter(Boolean).join(' ')).slice(0, maxText).toWellFormed()

/** The texts by which banks and payers say that there is no reference. */
const noReference = /^(?:0+|none|nonref|notprovided|not provided|n\/a|-+)$/i

/** Returns the first reference that identifies something, with its leading zeros. */
export function firstReference(...references: readonly string[]): string {
  const cleaned = references.map(onOneLine).filter((each) => each && !noReference.test(each))
  return (cleaned[0] ?? '').slice(0, maxReference).toWellFormed().trim()
}

export const lastFour = (account: string): string | null =>
  account.replaceAll(/[^0-9A-Za-z]/g, '').slice(-4) || null

/** Returns "2027-01-04" for "270104". Statements don't have days of the last century. */
export function dayOfSixDigits(text: string): string | null {
  const [, year, month, date] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  const day = `20${year}-${month}-${date}`
  return year !== undefined && isDay(day) ? day : null
}

export const describeCents = (cents: bigint): string => formatCents(exactly.asMoney(cents))

const maxLines = 5

/** Lists lines in their order, such as "3, 7, 9". Only the first five are listed. */
export function listLines(lines: readonly number[]): string {
  const more = lines.length - maxLines
  const first = lines.toSorted((one, other) => one - other).slice(0, maxLines)
  return `${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export const sumCents = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((sum, amount) => sum + amount, 0n)
