/** Formats audit entries for people. */
import type { AuditEntry } from '#contract/audit/shapes.ts'
import { signInFailures, type AuditKind } from '#domain/audit/kinds.ts'
import { fieldName, formatFieldValue, labelFrom } from '#domain/audit/values.ts'
import { entriesWithReceipt } from '#domain/book/receipt-facts.ts'
import { isDay } from '#domain/days.ts'
import { formatExactTime } from '#web/time/timestamps.ts'

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
    before: formatFieldOfKind(kind, name, before) ?? show(name, before?.[name]),
    after: formatFieldOfKind(kind, name, after) ?? show(name, after?.[name]),
  }))
}

const show = (name: string, value: unknown) => formatFieldValue(name, value, formatExactTime)

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

/** Whether the entry is an act on a commitment, whose lender has a receipt with the entry's id. */
export const hasReceipt = (kind: AuditKind) => entriesWithReceipt.includes(kind)
