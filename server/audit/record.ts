/**
 * Writes audit entries, each in the transaction of what it records, so that neither is committed
 * without the other. The sealer (`server/audit/seals.ts`) chains the entries shortly after.
 *
 * Audited are: changes of a loan, its book and its files; changes of an account's details, rights and
 * credentials; sign-ins; reading a document; and exports. Not audited are messages, favorites, visits of
 * loans, what a person has read, whether they get email, test and resent emails, and the list of what remains to be set up.
 */
import type { Named, NewEntry } from '#domain/audit/entries.ts'
import { fullName } from '#domain/texts.ts'
import { noteTopic } from '#server/live/named-topics.ts'
import type { Queryable } from '#server/database/client.ts'
import { prepared } from '#server/database/sql/prepared-statement.ts'
import { sql, type Placeholder, type SQL } from 'drizzle-orm'

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

/** The columns of an entry, and their types in the rows that are sent. JSON is sent as text, which stays as it is. */
const columnTypes = {
  id: 'uuid',
  at: 'timestamptz',
  kind: 'text',
  actor_id: 'uuid',
  actor_name: 'text',
  person_id: 'uuid',
  person_name: 'text',
  loan_id: 'uuid',
  loan_title: 'text',
  object_id: 'uuid',
  object_name: 'text',
  before: 'text',
  after: 'text',
  address: 'text',
  request_id: 'uuid',
} as const

function rowOf({
  actor,
  entry,
  at,
}: PastEntry): Partial<Record<keyof typeof columnTypes, unknown>> {
  const { id, kind, person, loan, object, before, after } = entry
  return {
    id,
    at: at?.toISOString(),
    kind,
    actor_id: actor.account?.id,
    actor_name: actor.account && fullName(actor.account),
    person_id: person?.id,
    person_name: person && fullName(person),
    loan_id: loan?.id,
    loan_title: loan?.title,
    object_id: object?.id,
    object_name: object?.name,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
    address: actor.address,
    request_id: actor.requestId,
  }
}

/** The value of `auditParts`. */
export const entryRows = (actor: Actor, entries: readonly NewEntry[]): string =>
  pastEntryRows(entries.map((entry) => ({ actor, entry })))

/** An entry with its actor; without a time, it is of now. */
export interface PastEntry {
  actor: Actor
  entry: NewEntry
  at?: Date
}

function pastEntryRows(entries: readonly PastEntry[]): string {
  if (entries.length > 0) noteTopic('audit')
  return JSON.stringify(entries.map(rowOf))
}

const sent = sql.raw(
  Object.entries(columnTypes)
    .map((column) => column.join(' '))
    .join(', '),
)
const values = sql.raw(
  Object.keys(columnTypes)
    .map(
      (name) =>
        ({ id: 'coalesce(id, gen_random_uuid())', at: 'coalesce(at, clock_timestamp())' })[name] ??
        (name === 'before' || name === 'after' ? `${name}::json` : name),
    )
    .join(', '),
)

/** Inserts entries and the queue of the sealer: a part of a larger statement. */
const auditPartsOf = (entries: SQL | Placeholder, onlyIf = sql`true`) => sql`recorded as (
    insert into audit (${sql.raw(Object.keys(columnTypes).join(', '))})
    select ${values} from json_to_recordset(${entries}::json) as entry (${sent})
    where ${onlyIf}
    returning id
  ), queued as (
    insert into audit_unsealed (entry_id) select id from recorded
  )`

const insertTopic = sql`insert into changes (topic, audience) select distinct 'audit', 'admins' from recorded`

export const auditParts = auditPartsOf(sql.placeholder('entries'))

const insertEntries = prepared<Record<string, never>, { entries: string }>(
  sql`with ${auditParts} ${insertTopic}`,
)

/** Writes audit entries, where no change frame does. */
export const record = (db: Queryable, actor: Actor, ...entries: NewEntry[]): Promise<void> =>
  recordPast(
    db,
    entries.map((entry) => ({ actor, entry })),
  )

/** Writes entries of several actors, or of earlier times. */
export async function recordPast(db: Queryable, entries: readonly PastEntry[]): Promise<void> {
  if (entries.length > 0) await insertEntries(db, { entries: pastEntryRows(entries) })
}

/** Writes the entries for which a condition on the row `entry` holds, in one statement. */
export async function recordIf(
  db: Queryable,
  actor: Actor,
  entries: readonly NewEntry[],
  condition: SQL,
): Promise<void> {
  await db.execute(
    sql`with ${auditPartsOf(sql`${entryRows(actor, entries)}`, condition)} ${insertTopic}`,
  )
}
