/** Formats audit entries for people. */
import type { AuditEntry } from '#contract/audit/shapes.ts'
import { auditKindNames, signInFailures, type AuditKind } from '#domain/audit/kinds.ts'
import { entriesWithReceipt } from '#domain/book/receipt-facts.ts'
import { isDay, isMoment } from '#domain/days.ts'
import { formatLoanField, isLoanField, isLoanFigure, loanFieldName } from '#domain/loans/fields.ts'
import { formatTerm, loanStatusLabels } from '#domain/loans/statuses.ts'
import { formatCents, formatShare, parseMoney, parsePercent } from '#domain/money.ts'
import { formatExactTime } from '#web/timestamps.ts'

/** "2026-11-21 15:25:31", as in the export; all other times on screen are in the reader's zone. */
export const utcTime = (at: string) => at.slice(0, 19).replace('T', ' ')

type ActorFields = Pick<AuditEntry, 'actorName' | 'address'>
type Actor = ActorFields & Pick<AuditEntry, 'kind' | 'actorId' | 'personId' | 'personName'>

export const actorLabel = ({ actorName, address }: ActorFields) =>
  actorName ?? (address === null ? 'The program' : 'Someone not signed in')

/**
 * The person affected, if that is not the actor, and whether the actor acted on that person's behalf:
 * a commitment is the lender's, whoever records it.
 */
export function otherOf({ kind, actorId, personId, personName }: Omit<Actor, keyof ActorFields>) {
  if (!personName || personId === actorId) return null
  return { relation: kind === 'commitmentMade' ? 'for' : 'about', name: personName } as const
}

/** "Ada Cole", "Ada Cole for Lena Brook", or "Ada Cole, about Lena Brook". */
export function describeParties(entry: Actor): string {
  const [actor, other] = [actorLabel(entry), otherOf(entry)]
  if (!other) return actor
  return `${actor}${other.relation === 'for' ? ' for' : ', about'} ${other.name}`
}

export const formatPlace = ({ address }: Pick<AuditEntry, 'address'>) => address ?? 'This server'

/** A long title or name cut to fit a row; the opened entry shows all of it. */
export const clipped = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

export interface Change {
  field: string
  /** Null where there was, or is, no value. */
  before: string | null
  after: string | null
}

type Changed = Pick<AuditEntry, 'before' | 'after'> & { kind?: AuditEntry['kind'] }
type Values = Record<string, unknown> | null

/** What changed, field by field, in recorded order. */
export function changesOf({ kind, before, after }: Changed): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map((name) => ({
    field: fieldName(name),
    before: formatFieldOfKind(kind, name, before) ?? formatFieldValue(name, before?.[name]),
    after: formatFieldOfKind(kind, name, after) ?? formatFieldValue(name, after?.[name]),
  }))
}

/** Special display of a field in entries of this kind; null where there is none. */
function formatFieldOfKind(
  kind: AuditEntry['kind'] | undefined,
  name: string,
  values: Values,
): string | null {
  const value = values?.[name]
  // Elsewhere a reason is text that a person wrote; for a failed sign-in it is one of our words.
  if (kind === 'signInFailed' && name === 'reason') return labelFrom(signInFailures, value)
  // The screen exports between moments. Other clients may export by days, which are in UTC.
  const isLimit = kind === 'auditExported' && (name === 'from' || name === 'to')
  return isLimit && typeof value === 'string' && isDay(value) ? `${value} (UTC)` : null
}

/** The labels of other screens for stored values. */
const labelsByField: Record<string, Record<string, string>> = {
  // A commitment's kind, or the kind that an export was filtered by.
  kind: { ...auditKindNames, soft: 'Soft', binding: 'Binding' },
  status: { ...loanStatusLabels, active: 'Active', withdrawn: 'Withdrawn', released: 'Released' },
  role: { admin: 'Administrator', lender: 'Lender', pending: 'Pending' },
  secondFactor: { application: 'Authenticator app', recovery: 'Recovery code' },
  format: { csv: 'CSV', xlsx: 'XLSX' },
}

const labelFrom = (labels: Record<string, string> | undefined, value: unknown): string | null =>
  // Only own properties: every object inherits `constructor`.
  (labels && typeof value === 'string' && Object.hasOwn(labels, value) && labels[value]) || null

const fieldNames: Record<string, string> = {
  percentage: 'Share',
  coverUrl: 'Cover',
  isAdmin: 'Administrator',
  isApproved: 'Approved',
  isSoftCommit: 'Soft',
  notifyByEmail: 'Notified by Email',
  email: 'Email',
}

/** "Borrower Name" for `borrowerName`; the cents of a loan are stored by the ids of commitments. */
function fieldName(name: string): string {
  if (isId(name)) return `Commitment ${name.slice(0, 8)}`
  // "As-Is Value" for "as-is value"
  if (isLoanField(name))
    return loanFieldName(name).replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2')
  return fieldNames[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** A value formatted as elsewhere in the product; unknown values stay unchanged. */
function formatFieldValue(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value))
    return value.length > 0
      ? value.map((one) => formatFieldValue(name, one) ?? '').join('\n')
      : 'none'
  if (typeof value === 'object') return listed(Object.entries(value))
  if (value === true || value === 'true') return 'Yes'
  if (value === false || value === 'false') return 'No'
  if (name === 'term' && typeof value === 'number') return formatTerm(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const word = labelFrom(labelsByField[name], value) ?? formatFigure(name, text)
  return word ?? (isMoment(text) ? formatExactTime(text) : text)
}

const listed = (fields: [string, unknown][]) =>
  fields
    .filter(([name]) => !/^id$|Id$/.test(name))
    .map(([name, value]) => `${fieldName(name)}: ${formatFieldValue(name, value) ?? 'none'}`)
    .join('\n')

const moneyFields = /^(loanAmount|committedAmount)$/
const shareFields = /^(percentage|committedPercentage|softPercentage)$/

/** Null when the field is not a figure, or the text is not one. */
function formatFigure(name: string, text: string): string | null {
  if (isLoanField(name)) return isLoanFigure(name) ? formatLoanField(name, text) : null
  const money = moneyFields.test(name) || isId(name) ? parseMoney(text) : null
  if (money) return formatCents(money)
  const share = shareFields.test(name) ? parsePercent(text) : null
  return share && formatShare(share)
}

/** Whether the entry is an act on a commitment, whose lender has a receipt with the entry's id. */
export const hasReceipt = (kind: AuditKind) => entriesWithReceipt.includes(kind)
