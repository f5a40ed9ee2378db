/** Formats the names, values, and changes of a loan's fields for sentences and screens. */
import { formatDay, formatMoment, isDay, isMoment } from '#domain/days.ts'
import {
  formatCents,
  formatDollars,
  formatExactRate,
  formatRate,
  parseMoney,
  parsePercent,
  parseRate,
} from '#domain/money.ts'
import {
  fieldsOfSection,
  loanFields,
  type FieldKind,
  type LoanField,
  type LoanSection,
} from './fields.ts'
import { formatTerm } from './statuses.ts'

type Format = (value: string) => string

const format = <Figure>(figure: Figure | null, show: (figure: Figure) => string) =>
  figure === null ? null : show(figure)
const cents: Format = (value) => format(parseMoney(value), formatCents) ?? value
const dollars: Format = (value) => format(parseMoney(value), formatDollars) ?? value
const rate: Format = (value) => format(parsePercent(value), formatRate) ?? value
const exactRate: Format = (value) => format(parseRate(value), formatExactRate) ?? value
const quantity: Format = (value) =>
  format(parseMoney(value), (amount) =>
    formatCents(amount)
      .replace('$', '')
      .replace(/\.?0+$/, ''),
  ) ?? value
const moment: Format = (value) => (isMoment(value) ? formatMoment(value) : value)
const day: Format = (value) => (isDay(value) ? formatDay(value) : value)
const months: Format = (value) => formatTerm(Number(value))
const asIs: Format = (value) => value
const quoted: Format = (value) => `“${value.length > 80 ? `${value.slice(0, 79)}…` : value}”`

const formats: Record<FieldKind, { inSentence: Format; onScreen: Format }> = {
  text: { inSentence: quoted, onScreen: asIs },
  money: { inSentence: cents, onScreen: dollars },
  percent: { inSentence: rate, onScreen: rate },
  rate: { inSentence: exactRate, onScreen: exactRate },
  quantity: { inSentence: quantity, onScreen: quantity },
  months: { inSentence: months, onScreen: months },
  day: { inSentence: day, onScreen: day },
  moment: { inSentence: moment, onScreen: moment },
  choice: { inSentence: asIs, onScreen: asIs },
}

export const isLoanFigure = (field: LoanField) =>
  !['text', 'choice'].includes(loanFields[field].kind)

/** The name within a sentence, such as "as-is value" or "LTV". */
export const loanFieldName = (field: LoanField) =>
  loanFields[field].name.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())

export const loanFieldLabel = (field: LoanField) =>
  loanFields[field].label ?? loanFields[field].name

export function formatLoanField(field: LoanField, value: unknown): string | null {
  const entry = loanFields[field]
  const isWord = entry.kind === 'text' && entry.choices !== undefined
  return formatted(value, isWord ? asIs : formats[entry.kind].inSentence)
}

/** Formats a value for display next to its label. Returns null if the value is missing. */
export const showLoanField = (field: LoanField, value: unknown) =>
  formatted(value, formats[loanFields[field].kind].onScreen)

const formatted = (value: unknown, as: Format) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? as(String(value))
    : null

export const showSection = (section: LoanSection, loan: Record<LoanField, unknown>) =>
  fieldsOfSection(section).flatMap((field) => {
    const value = showLoanField(field, loan[field])
    return value === null ? [] : [{ name: loanFieldLabel(field), value }]
  })

/** The rest of a sentence after the actor's name, such as "changed this from Closing to funded". */
export function describeChange(field: LoanField, from: unknown, to: unknown): string {
  const [before, after] = [formatLoanField(field, from), formatLoanField(field, to)]
  if (after === null) return `cleared this; it was ${before ?? 'blank'}`
  if (before === null) return `set this to ${after}`
  // Truncated values can look equal. The text then says only that the field was edited.
  return before === after ? 'edited this text' : `changed this from ${before} to ${after}`
}
