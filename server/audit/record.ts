/**
 * Puts on record what happened: an entry, written in the transaction of what it records, so that
 * there is neither an act without its entry nor an entry without its act. The sealer
 * (`server/audit/seals.ts`) chains the entries just after.
 */
import type { AuditKind } from '#domain/audit/kinds.ts'
import { fullName } from '#domain/texts.ts'
import type { Queryable } from '#server/database/client.ts'
import { is, SQL, sql } from 'drizzle-orm'

interface Named {
  id: string
  firstName: string
  lastName: string
}

/** Who acts, and from where. */
export interface Actor {
  /** Null while nobody is signed in. */
  user: Named | null
  /** The network address of the request; null where there is none. */
  address: string | null
  /** The request's id, as its log lines have it. */
  requestId: string | null
}

/** What nobody asked for over the wire: the first start, or a program beside the server. */
export const byTheProgram: Actor = { user: null, address: null, requestId: null }

/** Who acts in a call. */
export const actorOf = (request: { ip: string; id: string }, user: Named | null): Actor => ({
  user,
  address: request.ip,
  requestId: request.id,
})

/** What the caller knows of an entry; who, when and its id are added. */
export interface NewEntry {
  kind: AuditKind
  /** Whom it is about: whose commitment, account or sign-in it is. */
  person?: Named | undefined
  loan?: { id: string; title: string } | undefined
  /** A commitment, document or photo. */
  object?: { id: string; name?: string } | undefined
  /** What it was and what it became, by field. */
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
}

/** What entries of many rows say: what differs from row to row is an expression over them. */
export interface EntryPerRow extends Pick<NewEntry, 'kind' | 'person'> {
  loan?: { id: SQL; title: SQL }
  object?: { id: SQL; name?: SQL }
  before?: SQL
  after?: SQL
  /** When it happened; now, unless it is said. */
  at?: SQL
}

/** Writes an entry. */
export async function record(db: Queryable, actor: Actor, entry: NewEntry): Promise<void> {
  await db.execute(sql`with ${auditInsert('entry', actor, entry)} select 1`)
}

/** The same as a part of a larger statement; it does nothing unless `onlyIf` holds. */
export const auditInsert = (name: string, actor: Actor, entry: NewEntry, onlyIf = sql`true`): SQL =>
  auditInsertEach(name, actor, entry, sql`where ${onlyIf}`)

/**
 * An entry for each row of `source`, such as `from changed`: two common table expressions of a larger
 * statement, named `name` and `name`_queued. All entries are written by this one.
 */
export function auditInsertEach(
  name: string,
  actor: Actor,
  entry: NewEntry | EntryPerRow,
  source: SQL,
): SQL {
  const { kind, person, loan, object, before, after } = entry
  const at = ('at' in entry && entry.at) || sql`clock_timestamp()`
  const text = (value: string | SQL | null | undefined) => sql`${value ?? null}::text`
  const uuid = (value: string | SQL | null | undefined) => sql`${value ?? null}::uuid`
  const json = (value: object | undefined) =>
    is(value, SQL) ? value : sql`${value === undefined ? null : JSON.stringify(value)}::json`
  return sql`${sql.identifier(name)} as (
    insert into audit (id, at, kind, actor_id, actor_name, person_id, person_name, loan_id,
      loan_title, object_id, object_name, before, after, address, request_id)
    select gen_random_uuid(), ${at}, ${kind},
      ${uuid(actor.user?.id)}, ${text(actor.user && fullName(actor.user))},
      ${uuid(person?.id)}, ${text(person && fullName(person))},
      ${uuid(loan?.id)}, ${text(loan?.title)},
      ${uuid(object?.id)}, ${text(object?.name)},
      ${json(before)}, ${json(after)},
      ${text(actor.address)}, ${uuid(actor.requestId)}
    ${source}
    returning id
  ), ${sql.identifier(`${name}_queued`)} as (
    insert into audit_unsealed (entry_id) select id from ${sql.identifier(name)}
  )`
}
