/** The audit trail, as administrators read it. */
import { auditKinds } from '#domain/audit/kinds.ts'
import * as z from 'zod/mini'
import { id, pageFields, searchText, timestamp } from '#contract/wire.ts'

export const auditEntry = z.object({
  id,
  at: timestamp,
  kind: z.enum(auditKinds),
  /** The actor; null when nobody was signed in. Names are as of that time. */
  actorId: z.nullable(id),
  actorName: z.nullable(z.string()),
  /** The person affected. */
  personId: z.nullable(id),
  personName: z.nullable(z.string()),
  loanId: z.nullable(id),
  loanTitle: z.nullable(z.string()),
  /** A commitment, document or photo, and its name. */
  objectId: z.nullable(id),
  objectName: z.nullable(z.string()),
  /** The state before and after, by field. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  /** The network address; null for what the program did by itself. */
  address: z.nullable(z.string()),
  /** Its number in the chain of seals; null until it is sealed, a moment later. */
  seal: z.nullable(z.int()),
})
export type AuditEntry = z.infer<typeof auditEntry>

const dayOrMoment = z.optional(
  z
    .string('Must be a day or a time')
    .check(
      z.regex(
        /^(\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,6})?Z)?)?$/,
        'Must be a day, like 2026-01-31, or a time in UTC, like 2026-01-31T09:30:00.000Z',
      ),
    ),
)

/** Filters: an entry has to match all that are given. */
const auditFilterFields = {
  kind: z.optional(z.enum([...auditKinds, ''], 'Must be a kind of entry')),
  /** An id, or part of a name or email address: of the actor or of the person affected. */
  person: searchText(200),
  /** An id, or part of the title. */
  loan: searchText(200),
  /**
   * The first and last day, in UTC, inclusive; or the first moment, and an exclusive last one. A day
   * in another time zone is given by its moments.
   */
  from: dayOrMoment,
  to: dayOrMoment,
  /** Whether sign-ins are among the entries, failed ones and ends of sessions included; by default they are. */
  signIns: z.optional(z.enum(['shown', 'hidden', ''], "Must be 'shown' or 'hidden'")),
}
export const auditFilters = z.object(auditFilterFields)
export const auditPage = z.object({ ...auditFilterFields, ...pageFields(200) })

/** How far the trail is sealed; number and hash, noted elsewhere, later show whether it was cut short. */
export const auditState = z.object({
  /** The last seal's number and hash; 0 and an empty text before the first. */
  number: z.int(),
  hash: z.string(),
  unsealed: z.int(),
})
