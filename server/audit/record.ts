/**
 * Writes audit entries in the transaction of the change that they record. The sealer (`server/audit/seals.ts`) chains
 * them shortly afterward.
 *
 * Recorded: changes to loans, books, files, and import profiles; changes to accounts' details, rights, and credentials;
 * sign-ins; document reads; exports. Not recorded: messages, favorites, loan visits, read marks, email settings, test
 * emails, resent emails, and the setup checklist.
 */
import { createHash } from 'node:crypto'
import type { Named, NewEntry } from '#domain/audit/entries.ts'
import { fullName } from '#domain/texts.ts'
import { noteTopic } from '#server/live/named-topics.ts'
import type { Queryable } from '#server/database/client.ts'
import { prepared } from '#server/database/sql/prepared-statement.ts'
import { sql, type Placeholder, type SQL } from 'drizzle-orm'

export interface Actor {
  account: Named | null
  address: string | null
  requestId: string | null
}

/** The actor for the first start and for command-line programs, which have no request. */
export const byTheProgram: Actor = { account: null, address: null, requestId: null }

export const actorOf = (
  request: { ip: string; id: string },
  principal: { account: Named } | null,
): Actor => ({
  account: principal?.account ?? null,
  address: request.ip,
  requestId: request.id,
})

/**
 * An entry's columns and their types in the rows sent to PostgreSQL. JSON is sent as text so that it is stored
 * unchanged.
 */
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

export const entryRows = (actor: Actor, entries: readonly NewEntry[]): string =>
  pastEntryRows(entries.map((entry) => ({ actor, entry })))

/** An entry, its actor, and its time, which defaults to the current time. */
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

/** Inserts entries as part of a larger statement, and queues them for the sealer. */
const auditPartsOf = (
  entries: SQL | Placeholder,
  { onlyIf = sql`true`, onConflict = sql`` } = {},
) => sql`recorded as (
    insert into audit (${sql.raw(Object.keys(columnTypes).join(', '))})
    select ${values} from json_to_recordset(${entries}::json) as entry (${sent})
    where ${onlyIf}
    ${onConflict}
    returning id
  ), queued as (
    insert into audit_unsealed (entry_id) select id from recorded
  )`

const insertTopic = sql`insert into changes (topic, audience) select distinct 'audit', 'admins' from recorded`

export const auditParts = auditPartsOf(sql.placeholder('entries'))

const insertEntries = prepared<Record<string, never>, { entries: string }>(
  sql`with ${auditParts} ${insertTopic}`,
)

export const record = (db: Queryable, actor: Actor, ...entries: NewEntry[]): Promise<void> =>
  recordPast(
    db,
    entries.map((entry) => ({ actor, entry })),
  )

export async function recordPast(db: Queryable, entries: readonly PastEntry[]): Promise<void> {
  if (entries.length > 0) await insertEntries(db, { entries: pastEntryRows(entries) })
}

/** Writes, with one statement, the entries that satisfy a condition on the row `entry`. */
export async function recordIf(
  db: Queryable,
  actor: Actor,
  entries: readonly NewEntry[],
  onlyIf: SQL,
): Promise<void> {
  const parts = auditPartsOf(sql`${entryRows(actor, entries)}`, { onlyIf })
  await db.execute(sql`with ${parts} ${insertTopic}`)
}

/** Writes an entry unless the trail has one with the same `key`, from which the id of the entry follows. */
export async function recordOnce(
  db: Queryable,
  actor: Actor,
  { key, ...entry }: Omit<NewEntry, 'id'> & { key: readonly string[] },
): Promise<void> {
  const id = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32)
  const parts = auditPartsOf(sql`${entryRows(actor, [{ ...entry, id }])}`, {
    onConflict: sql`on conflict (id) do nothing`,
  })
  await db.execute(sql`with ${parts} ${insertTopic}`)
}
