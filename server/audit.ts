/**
 * Puts on record what happened: one entry, written in the transaction of what it records, so that
 * there is neither an act without its entry nor an entry without its act. The sealer
 * (`server/audit-seals.ts`) chains the entries just after.
 */
import { randomUUID } from 'node:crypto'
import type { AuditKind } from '#domain/audit.ts'
import { fullName } from '#domain/texts.ts'
import type { Queryable } from '#server/database/connect.ts'
import { sql, type SQL } from 'drizzle-orm'

interface Named {
  id: string
  firstName: string
  lastName: string
}

/** Who acts, and from where. */
export interface Doer {
  /** Null while nobody is signed in. */
  user: Named | null
  /** The network address of the request; null where there is none. */
  address: string | null
  /** The request's id, as its log lines have it. */
  requestId: string | null
}

/** What nobody asked for over the wire: the first start, or a program beside the server. */
export const byTheProgram: Doer = { user: null, address: null, requestId: null }

/** Who acts in a call. */
export const doerOf = (request: { ip: string; id: string }, user: Named | null): Doer => ({
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

/** Writes an entry. */
export async function record(db: Queryable, doer: Doer, entry: NewEntry): Promise<void> {
  await db.execute(sql`with ${recording('entry', doer, entry)} select 1`)
}

/**
 * The same as a part of a larger statement: two of its common table expressions, named `name` and
 * `name`_queued, which do nothing unless `onlyIf` holds.
 */
export function recording(name: string, doer: Doer, entry: NewEntry, onlyIf = sql`true`): SQL {
  const { kind, person, loan, object, before, after } = entry
  const text = (value: string | null | undefined) => sql`${value ?? null}::text`
  const uuid = (value: string | null | undefined) => sql`${value ?? null}::uuid`
  const json = (value: object | undefined) =>
    sql`${value === undefined ? null : JSON.stringify(value)}::json`
  return sql`${sql.identifier(name)} as (
    insert into audit (id, kind, actor_id, actor_name, person_id, person_name, loan_id, loan_title,
      object_id, object_name, before, after, address, request_id)
    select ${randomUUID()}::uuid, ${kind},
      ${uuid(doer.user?.id)}, ${text(doer.user && fullName(doer.user))},
      ${uuid(person?.id)}, ${text(person && fullName(person))},
      ${uuid(loan?.id)}, ${text(loan?.title)},
      ${uuid(object?.id)}, ${text(object?.name)},
      ${json(before)}, ${json(after)},
      ${text(doer.address)}, ${uuid(doer.requestId)}
    where ${onlyIf}
    returning id
  ), ${sql.identifier(`${name}_queued`)} as (
    insert into audit_unsealed (entry_id) select id from ${sql.identifier(name)}
  )`
}
