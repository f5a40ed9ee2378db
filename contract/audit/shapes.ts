/** The audit trail as an administrator reads it. */
import { auditKinds } from '#domain/audit/kinds.ts'
import * as z from 'zod/mini'
import { id, pageFields, searchText, timestamp } from '#contract/wire.ts'

export const auditEntry = z.object({
  id,
  at: timestamp,
  kind: z.enum(auditKinds),
  /** Who did it; null when nobody was signed in. Names are those of that time. */
  actorId: z.nullable(id),
  actorName: z.nullable(z.string()),
  /** Whom it is about. */
  personId: z.nullable(id),
  personName: z.nullable(z.string()),
  loanId: z.nullable(id),
  loanTitle: z.nullable(z.string()),
  /** A commitment, document or photo, and what it is called. */
  objectId: z.nullable(id),
  objectName: z.nullable(z.string()),
  /** What it was and what it became, by field. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  /** From which network address; null for what the program did by itself. */
  address: z.nullable(z.string()),
  /** Its place in the chain of seals; null until it is sealed, a moment later. */
  seal: z.nullable(z.int()),
})
export type AuditEntry = z.infer<typeof auditEntry>

const dayOrMoment = z.optional(
  z
    .string('Must be a day or a moment')
    .check(
      z.regex(
        /^(\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,6})?Z)?)?$/,
        'Must be a day, as 2026-01-31, or a moment in UTC, as 2026-01-31T09:30:00.000Z',
      ),
    ),
)

/** Which entries: those for which all that is given holds. */
const auditFilterFields = {
  kind: z.optional(z.enum([...auditKinds, ''], 'Must be a kind of entry')),
  /** An id, or a part of the name or e-mail address, of who did it or whom it is about. */
  person: searchText(200),
  /** An id, or a part of the title. */
  loan: searchText(200),
  /**
   * The first and the last day, in UTC, both included; or the first moment, and the one that all
   * entries are before. Somebody else's day is named by its moments.
   */
  from: dayOrMoment,
  to: dayOrMoment,
}
export const auditFilters = z.object(auditFilterFields)
export const auditPage = z.object({ ...auditFilterFields, ...pageFields(200) })

/** How far the trail is sealed; whoever notes number and hash can tell later whether an end was cut off. */
export const auditState = z.object({
  /** The number of the last seal, and its hash; 0 and an empty text before the first. */
  number: z.int(),
  hash: z.string(),
  unsealed: z.int(),
})
