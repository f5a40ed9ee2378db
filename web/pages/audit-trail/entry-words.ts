/** What an entry of the audit trail says to a person. */
import type { AuditEntry } from '#contract/audit.ts'
import { formatTerm } from '#domain/loans.ts'
import { formatCents, formatRate, formatShare, parseMoney, parsePercent } from '#domain/money.ts'
import { formatTimestamp } from '#web/timestamps.ts'

type Doing = Pick<AuditEntry, 'actorId' | 'actorName' | 'personId' | 'personName' | 'address'>

/** "Ada Cole", or "Ada Cole for Lena Brook" where it is about somebody else. */
export function doerInWords({ actorId, actorName, personId, personName, address }: Doing): string {
  const doer = actorName ?? (address === null ? 'The program' : 'Nobody signed in')
  return personName && personId !== actorId ? `${doer} for ${personName}` : doer
}

export const placeInWords = ({ address }: Pick<AuditEntry, 'address'>) => address ?? 'This server'

/** A long title or name as a row has room for it; the opened entry has it whole. */
export const clipped = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

export interface Change {
  field: string
  /** Null where there was, or is, nothing. */
  before: string | null
  after: string | null
}

/** What changed, field by field, in the order in which it was recorded. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map((name) => ({
    field: fieldName(name),
    before: inWords(name, before?.[name]),
    after: inWords(name, after?.[name]),
  }))
}

const fieldNames: Record<string, string> = {
  percentage: 'Share',
  ltv: 'LTV',
  asIsValue: 'As-Is Value',
  asCompleteValue: 'As-Complete Value',
  imageUrl: 'Image URL',
  coverUrl: 'Cover',
  isAdmin: 'Administrator',
  isApproved: 'Approved',
  isSoftCommit: 'Soft',
  notifyByEmail: 'Notified by E-Mail',
  email: 'E-Mail',
}

/** "Borrower Name" for `borrowerName`; the cents of a loan stand under the ids of commitments. */
function fieldName(name: string): string {
  if (isId(name)) return `Commitment ${name.slice(0, 8)}`
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2')
  return fieldNames[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** A value as this product shows such a field elsewhere; what it does not know, as it is. */
function inWords(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value))
    return value.length > 0 ? value.map((one) => inWords(name, one) ?? '').join('\n') : 'none'
  if (typeof value === 'object') return listed(Object.entries(value))
  if (value === true || value === 'true') return 'Yes'
  if (value === false || value === 'false') return 'No'
  if (name === 'term' && typeof value === 'number') return formatTerm(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return figureInWords(name, text) ?? (isoTime.test(text) ? formatTimestamp(text) : text)
}

const listed = (fields: [string, unknown][]) =>
  fields
    .filter(([name]) => !/^id$|Id$/.test(name))
    .map(([name, value]) => `${fieldName(name)}: ${inWords(name, value) ?? 'none'}`)
    .join('\n')

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const moneyFields =
  /^(amount|loanAmount|committedAmount|interestReserve|asIsValue|asCompleteValue)$/
const rateFields = /^(interestRate|ltv|originationFee)$/
const shareFields = /^(percentage|committedPercentage|softPercentage)$/

/** Null when the field is no figure, or the text none. */
function figureInWords(name: string, text: string): string | null {
  const money = moneyFields.test(name) || isId(name) ? parseMoney(text) : null
  if (money) return formatCents(money)
  const percent = rateFields.test(name) || shareFields.test(name) ? parsePercent(text) : null
  if (!percent) return null
  return rateFields.test(name) ? formatRate(percent) : formatShare(percent)
}
