import { auditKinds } from '#domain/audit/kinds.ts'
import * as z from 'zod/mini'
import { id, pageFields, searchText, timestamp } from '#contract/wire.ts'

export const auditEntry = z.object({
  id,
  at: timestamp,
  kind: z.enum(auditKinds),
  /** The user who acted, or null if no user was signed in. The name is the user's name at that time. */
  actorId: z.nullable(id),
  actorName: z.nullable(z.string()),
  personId: z.nullable(id),
  personName: z.nullable(z.string()),
  loanId: z.nullable(id),
  loanTitle: z.nullable(z.string()),
  objectId: z.nullable(id),
  objectName: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  /** The client's IP address, or null if the app itself took the action. */
  address: z.nullable(z.string()),
  /** The entry's number in the hash chain, or null until the entry is sealed, shortly after it is written. */
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

const auditFilterFields = {
  kind: z.optional(z.enum([...auditKinds, ''], 'Must be a kind of entry')),
  /**
   * Matches an id, part of a name, or part of an email address. All three can be the actor's or the affected person's.
   */
  person: searchText(200),
  loan: searchText(200),
  /**
   * A range of UTC days (`to` is inclusive) or of times (`to` is exclusive). For a day in another time zone, send its
   * start and end as times.
   */
  from: dayOrMoment,
  to: dayOrMoment,
  /** `hidden` excludes sign-ins, failed sign-ins, and ended sessions. The default is `shown`. */
  signIns: z.optional(z.enum(['shown', 'hidden', ''], "Must be 'shown' or 'hidden'")),
}
export const auditFilters = z.object(auditFilterFields)
export const auditPage = z.object({ ...auditFilterFields, ...pageFields(200) })

/** The state of the hash chain. To detect a truncated audit trail, keep a copy of the number and hash elsewhere. */
export const auditState = z.object({
  /** The number and hash of the last seal, or 0 and an empty string before the first seal. */
  number: z.int(),
  hash: z.string(),
  unsealed: z.int(),
})
