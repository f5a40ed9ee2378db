import type { AuditEntry } from '#contract/audit/shapes.ts'
import { signInFailures, type AuditKind } from '#domain/audit/kinds.ts'
import { fieldName, formatFieldValue, labelFrom } from '#domain/audit/values.ts'
import { entriesWithReceipt } from '#domain/book/receipt-facts.ts'
import { isDay } from '#domain/days.ts'
import { formatExactTime } from '#web/time/timestamps.ts'

/**
 * Formats a time in UTC, such as "2026-11-21 15:25:31", as in the export. All other times are shown in the browser's
 * time zone.
 */
export const utcTime = (at: string) => at.slice(0, 19).replace('T', ' ')

type ActorFields = Pick<AuditEntry, 'actorName' | 'address'>
type Actor = ActorFields & Pick<AuditEntry, 'kind' | 'actorId' | 'personId' | 'personName'>

export const actorLabel = ({ actorName, address }: ActorFields) =>
  actorName ?? (address === null ? 'The program' : 'Someone not signed in')

/**
 * Returns the affected user, unless that user is the actor, and whether the actor acted on the user's behalf. A
 * commitment always belongs to the lender, even if an administrator records it.
 */
export function otherOf({ kind, actorId, personId, personName }: Omit<Actor, keyof ActorFields>) {
  if (!personName || personId === actorId) return null
  return { relation: kind === 'commitmentMade' ? 'for' : 'about', name: personName } as const
}

/** Returns text such as "Ada Cole", "Ada Cole for Lena Brook", or "Ada Cole, about Lena Brook". */
export function describeParties(entry: Actor): string {
  const [actor, other] = [actorLabel(entry), otherOf(entry)]
  if (!other) return actor
  return `${actor}${other.relation === 'for' ? ' for' : ', about'} ${other.name}`
}

export const formatPlace = ({ address }: Pick<AuditEntry, 'address'>) => address ?? 'This server'

export const clipped = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

export interface Change {
  field: string
  before: string | null
  after: string | null
}

type Changed = Pick<AuditEntry, 'before' | 'after'> & { kind?: AuditEntry['kind'] }
type Values = Record<string, unknown> | null

export function changesOf({ kind, before, after }: Changed): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map((name) => ({
    field: fieldName(name),
    before: formatFieldOfKind(kind, name, before) ?? show(name, before?.[name]),
    after: formatFieldOfKind(kind, name, after) ?? show(name, after?.[name]),
  }))
}

const show = (name: string, value: unknown) => formatFieldValue(name, value, formatExactTime)

function formatFieldOfKind(
  kind: AuditEntry['kind'] | undefined,
  name: string,
  values: Values,
): string | null {
  const value = values?.[name]
  // The `reason` of a failed sign-in is a code. In other entries, it is text that a user entered.
  if (kind === 'signInFailed' && name === 'reason') return labelFrom(signInFailures, value)
  // The web client exports a range between two timestamps. API clients can export by day, in UTC.
  const isLimit = kind === 'auditExported' && (name === 'from' || name === 'to')
  return isLimit && typeof value === 'string' && isDay(value) ? `${value} (UTC)` : null
}

/** Returns true if the lender has a receipt with this entry's id. */
export const hasReceipt = (kind: AuditKind) => entriesWithReceipt.includes(kind)
