/**
 * Writes audit entries, each in the transaction of what it records, so that neither is committed
 * without the other. The sealer (`server/audit/seals.ts`) chains the entries shortly after.
 *
 * Audited are: changes of a loan, its book and its files; changes of an account's details, rights and
 * credentials; sign-ins; reading a document; and exports. Not audited are messages, favorites, visits of
 * loans, what a person has read, whether they get email, test and resent emails, and the list of what remains to be set up.
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
  /** Given by whoever refers to the entry, such as a receipt; otherwise the database makes one. */
  id?: string | undefined
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

/** The columns of an entry that its caller determines, and their types. */
const columnTypes = {
  kind: 'text',
  actor_id: 'uuid',
  actor_name: 'text',
  person_id: 'uuid',
  person_name: 'text',
  loan_id: 'uuid',
  loan_title: 'text',
  object_id: 'uuid',
  object_name: 'text',
  before: 'json',
  after: 'json',
  address: 'text',
  request_id: 'uuid',
} as const
type AuditColumn = keyof typeof columnTypes
// The keys are those of the object above.
const auditColumns = Object.keys(columnTypes) as AuditColumn[]

/** Columns of `alias`, a recordset that has the values of entries as `auditValues` gives them. */
export const auditCells = (alias: string): Record<string, SQL> =>
  Object.fromEntries(auditColumns.map((column) => [column, sql.raw(`${alias}.${column}`)]))

/** The definition of these columns in a recordset; JSON comes as text, so that it stays as it is written. */
export const auditRecord = sql.raw(
  Object.entries(columnTypes)
    .map(([column, type]) => `${column} ${type === 'json' ? 'text' : type}`)
    .join(', '),
)

/** What the columns of an entry hold; `id` is there only where it was given. */
export function auditValues(
  actor: Actor,
  entry: NewEntry | EntryPerRow,
): Record<AuditColumn, string | SQL | null> & { id?: string } {
  const { kind, person, loan, object, before, after } = entry
  const json = (value: object | undefined) =>
    is(value, SQL) ? value : value === undefined ? null : JSON.stringify(value)
  return {
    ...('id' in entry && entry.id && { id: entry.id }),
    kind,
    actor_id: actor.account?.id ?? null,
    actor_name: actor.account && fullName(actor.account),
    person_id: person?.id ?? null,
    person_name: person ? fullName(person) : null,
    loan_id: loan?.id ?? null,
    loan_title: loan?.title ?? null,
    object_id: object?.id ?? null,
    object_name: object?.name ?? null,
    before: json(before),
    after: json(after),
    address: actor.address,
    request_id: actor.requestId,
  }
}

/** Inserts an entry for each row of `source`, such as `from changed`, as `auditInsertOf` does. */
export const auditInsertEach = (
  name: string,
  actor: Actor,
  entry: NewEntry | EntryPerRow,
  source: SQL,
): SQL =>
  auditInsertOf(name, auditValues(actor, entry), source, 'at' in entry ? entry.at : undefined)

/**
 * Inserts an entry for each row of `source`: common table expressions of a larger statement, named `name`,
 * `name`_queued, `name`_named, and `name`_changed. Every audit entry is written by this function. Values
 * may be columns of `source`.
 */
export function auditInsertOf(
  name: string,
  values: Record<string, unknown>,
  source: SQL,
  at = sql`clock_timestamp()`,
): SQL {
  const cells = auditColumns.map(
    (column) => sql`${values[column]}::${sql.raw(columnTypes[column])}`,
  )
  return sql`${sql.identifier(name)} as (
    insert into audit (id, at, ${sql.raw(auditColumns.join(', '))})
    select ${values['id'] ?? sql`gen_random_uuid()`}::uuid, ${at}, ${sql.join(cells, sql`, `)}
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
    -- In one order, so that no two statements wait for each other's.
    order by n.id, n.name, n.is_loan
    on conflict do nothing
  ), ${changesInsertEach(`${name}_changed`, 'audit', sql`'admins'`, sql`from ${sql.identifier(name)}`)}`
}
