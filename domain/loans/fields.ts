/** The names of a loan's fields in sentences, and descriptions of their changes. */
import { formatDay, isDay } from '#domain/days.ts'
import { formatTerm } from './statuses.ts'
import { formatCents, formatRate, parseMoney, parsePercent } from '#domain/money.ts'

type Format = (value: string) => string

const money: Format = (value) => format(parseMoney(value), formatCents) ?? value
const rate: Format = (value) => format(parsePercent(value), formatRate) ?? value
const day: Format = (value) => (isDay(value) ? formatDay(value) : value)
const months: Format = (value) => formatTerm(Number(value))
const asIs: Format = (value) => value
const quoted: Format = (value) => `“${value.length > 80 ? `${value.slice(0, 79)}…` : value}”`

const format = <Figure>(figure: Figure | null, show: (figure: Figure) => string) =>
  figure === null ? null : show(figure)

/** Every field that people enter: its name in a sentence, and how to format its values. */
const loanFields = {
  title: ['title', quoted],
  borrowerName: ['borrower name', quoted],
  propertyAddress: ['property address', quoted],
  amount: ['amount', money],
  interestRate: ['interest rate', rate],
  term: ['term', months],
  status: ['status', asIs],
  fundedOn: ['funding date', day],
  propertyType: ['property type', asIs],
  purpose: ['purpose', quoted],
  summary: ['summary', quoted],
  imageUrl: ['image URL', quoted],
  ltv: ['LTV', rate],
  originationFee: ['origination fee', rate],
  interestReserve: ['interest reserve', money],
  propertyOccupancy: ['property occupancy', asIs],
  asIsValue: ['as-is value', money],
  asCompleteValue: ['as-complete value', money],
} satisfies Record<string, [name: string, format: Format]>
export type LoanField = keyof typeof loanFields

/** All of them, in the order of the form. */
// Object.keys gives texts, and these are the table's own.
export const loanFieldNames = Object.keys(loanFields) as LoanField[]

export const isLoanField = (name: string): name is LoanField => Object.hasOwn(loanFields, name)

/** Whether it is a sum of money, a rate or a day. */
export const isLoanFigure = (field: LoanField) => [money, rate, day].includes(loanFields[field][1])

export const loanFieldName = (field: LoanField) => loanFields[field][0]

/** A value formatted for a sentence; null when there is none. */
export function formatLoanField(field: LoanField, value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return value === '' ? null : loanFields[field][1](String(value))
}

/** What happened to a field, to follow the actor's name: "changed this from Closing to funded". */
export function describeChange(field: LoanField, from: unknown, to: unknown): string {
  const [before, after] = [formatLoanField(field, from), formatLoanField(field, to)]
  if (after === null) return `cleared this; it was ${before ?? 'blank'}`
  if (before === null) return `set this to ${after}`
  // Two long texts may start alike.
  return before === after ? 'edited this text' : `changed this from ${before} to ${after}`
}
