/**
 * Writes audit entries, each in the transaction of what it records, so that neither is committed
 * without the other. The sealer (`server/audit/seals.ts`) chains the entries shortly after.
 *
 * Audited are: changes of a loan, its book and its files; changes of an account's details, rights and
 * credentials; sign-ins; reading a document; and exports. Not audited are messages, favorites, what a
 * person has read, whether they get email, and resent emails.
 */
import type { AuditKind } from '#domain/audit/kinds.ts'
import { fullName } from '#domain/texts.ts'
import { changesInsertEach } from '#server/changes/record.ts'
import type { Queryable } from '#server/database/client.ts'
import { is, SQL, sql } from 'drizzle-orm'

interface Named {
  id: string
  firstName: string
  lastName: string
}

/** Who acts, and from which address. */
export interface Actor {
  /** Null when nobody is signed in. */
  account: Named | null
  /** The request's network address; null when there is no request. */
  address: string | null
  /** The request's id, as in its log lines. */
  requestId: string | null
}

/** For acts without a request: the first start, or a command-line program. */
export const byTheProgram: Actor = { account: null, address: null, requestId: null }

/** The actor of a request: its principal, or the account that signs in with it. */
export const actorOf = (
  request: { ip: string; id: string },
  principal: { account: Named } | null,
): Actor => ({
  account: principal?.account ?? null,
  address: request.ip,
  requestId: request.id,
})

/** The caller's part of an entry; actor, time and id are added. */
export interface NewEntry {
  kind: AuditKind
  /** Whom it affects: whose commitment, account or sign-in. */
  person?: Named | undefined
  loan?: { id: string; title: string } | undefined
  /** A commitment, document or photo. */
  object?: { id: string; name?: string } | undefined
  /** The state before and after, by field. */
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
}

/** An entry for each of many rows; what differs between rows is an SQL expression. */
export interface EntryPerRow extends Pick<NewEntry, 'kind' | 'person'> {
  loan?: { id: SQL; title: SQL }
  object?: { id: SQL; name?: SQL }
  before?: SQL
  after?: SQL
  /** When it happened; defaults to now. */
  at?: SQL
}

/** Writes an audit entry. */
export async function record(db: Queryable, actor: Actor, entry: NewEntry): Promise<void> {
  await db.execute(sql`with ${auditInsert('entry', actor, entry)} select 1`)
}

/** The same, as a common table expression; inserts nothing unless `onlyIf` holds. */
export const auditInsert = (name: string, actor: Actor, entry: NewEntry, onlyIf = sql`true`): SQL =>
  auditInsertEach(name, actor, entry, sql`where ${onlyIf}`)

/**
 * Inserts an entry for each row of `source`, such as `from changed`: common table expressions of a larger
 * statement, named `name`, `name`_queued, `name`_named, and `name`_changed. Every audit entry is written by this function.
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
      ${uuid(actor.account?.id)}, ${text(actor.account && fullName(actor.account))},
      ${uuid(person?.id)}, ${text(person && fullName(person))},
      ${uuid(loan?.id)}, ${text(loan?.title)},
      ${uuid(object?.id)}, ${text(object?.name)},
      ${json(before)}, ${json(after)},
      ${text(actor.address)}, ${uuid(actor.requestId)}
    ${source}
    returning id, actor_id, actor_name, person_id, person_name, loan_id, loan_title
  ), ${sql.identifier(`${name}_queued`)} as (
    insert into audit_unsealed (entry_id) select id from ${sql.identifier(name)}
  ), ${sql.identifier(`${name}_named`)} as (
    insert into audit_names (id, name, is_loan)
    select distinct n.id, n.name, n.is_loan
    from ${sql.identifier(name)} e cross join lateral (values
      (e.actor_id, e.actor_name, false), (e.person_id, e.person_name, false),
      (e.loan_id, e.loan_title, true)) n (id, name, is_loan)
    where n.id is not null and n.name is not null
      and not exists (select 1 from audit_names k where k.id = n.id and k.name = n.name)
    on conflict do nothing
  ), ${changesInsertEach(`${name}_changed`, 'audit', sql`'admins'`, sql`from ${sql.identifier(name)}`)}`
}
