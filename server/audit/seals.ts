/**
 * Chains audit entries shortly after they are written. Each seal is a hash over the previous seal and its entry, so
 * changing, removing, or inserting an entry later requires recomputing every later seal. Entries wait in a queue,
 * because sealing them in their own transactions would serialize these transactions (decision 9).
 *
 * Form 1 of the hashed text, for other programs to compute:
 *
 * - The hash is the SHA-256 of the previous seal's hash followed by the canonical text, both in UTF-8, as 64
 * lowercase hexadecimal digits. The first seal has an empty previous hash.
 * - The canonical text is a JSON array, without spaces, as ECMAScript's JSON.stringify writes it:
 * "paripassu-audit-1", id, at, kind, actor_id, actor_name, person_id, person_name, loan_id, loan_title, object_id,
 * object_name, before, after, address, request_id
 * - Each element is a JSON string or null. Times are in UTC with microseconds, such as 2026-01-31T09:30:00.000000Z.
 * `before` and `after` are strings that contain the columns' JSON exactly as stored.
 *
 * A seal's row names its form, and the form's name is the first element hashed, so changing a row's form also
 * invalidates its hash.
 */
import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { recordChanges } from '#server/live/record.ts'
import type { Database } from '#server/database/client.ts'
import { transact } from '#server/database/transactions.ts'

interface SealForm {
  name: string
  /** The entry's columns as text, starting with id, time, and kind. `e` is the entry's alias. */
  columns: SQL
}

/** Forms by number. A form in use never changes, so different columns require a new form. */
export const sealForms = new Map<number, SealForm>([
  [
    1,
    {
      name: 'paripassu-audit-1',
      columns: sql`array[e.id::text,
        to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.kind,
        e.actor_id::text, e.actor_name, e.person_id::text, e.person_name, e.loan_id::text,
        e.loan_title, e.object_id::text, e.object_name, e.before::text, e.after::text, e.address,
        e.request_id::text]`,
    },
  ],
])
export const currentForm = 1

/** The columns that a form takes from entry `e`, or null if the form is unknown. */
export const sealedColumns = (form: SQL): SQL =>
  sql.join([
    sql`case ${form}`,
    ...[...sealForms].map(([number, { columns }]) => sql` when ${number}::int then ${columns}`),
    sql` end`,
  ])

export type SealedColumns = (string | null)[]

/** A seal's hash. `before` is the previous seal's hash, or an empty string for the first seal. */
export const sealHash = (before: string, columns: SealedColumns, form = currentForm) =>
  createHash('sha256')
    .update(before + JSON.stringify([sealForms.get(form)?.name, ...columns]))
    .digest('hex')

/**
 * The number of entries sealed per transaction. It is large enough to keep up with new entries, but small enough to
 * keep transactions short.
 */
export const sealBatchSize = 500
/**
 * The number of queued entries from which a batch takes the oldest. If the queue is longer, PostgreSQL chooses these
 * entries arbitrarily.
 */
export const sealSearchSize = 5_000

export const sealNext = (db: Database): Promise<number> =>
  transact(db, async (tx) => {
    // This row lock makes sealers run one at a time so that several processes build a single chain.
    const heads = await tx.execute<{ number: string; hash: string }>(
      sql`select number, hash from audit_head where id = 1 for update`,
    )
    const head = heads.rows[0]
    if (!head) throw new Error('The head of the audit trail is missing')
    // Queue rows for entries that are missing or already sealed are kept so that verification reports them, but they
    // must not block other entries. The lateral join forces index lookups, because a wrong estimate of the queue's size
    // could cause a scan of the entire trail.
    const { rows } = await tx.execute<{ columns: SealedColumns }>(sql`
      select ${sealedColumns(sql`${currentForm}::int`)} as columns
      from (
        select w.entry_id from audit_unsealed w
        where (select s.number from audit_seals s where s.entry_id = w.entry_id) is null
          and (select a.id from audit a where a.id = w.entry_id) is not null
        limit ${sql.raw(String(sealSearchSize))}
      ) q cross join lateral (select * from audit where id = q.entry_id limit 1) e
      order by e.at, e.id
      limit ${sealBatchSize}`)
    if (rows.length === 0) return 0
    await recordChanges(tx, { topic: 'audit', audience: 'admins' })
    let hash = head.hash
    const hashes = rows.map(({ columns }) => (hash = sealHash(hash, columns)))
    const ids = rows.map(({ columns: [id] }) => id)
    await tx.execute(sql`
      with sealed as (
        insert into audit_seals (number, entry_id, hash, form)
        select ${head.number}::bigint + place, id, hash, ${currentForm}::int
        from unnest(${sql.param(ids)}::uuid[], ${sql.param(hashes)}::text[])
          with ordinality as chained(id, hash, place)
      ), taken as (
        delete from audit_unsealed where entry_id = any(${sql.param(ids)}::uuid[])
      )
      update audit_head set number = number + ${rows.length}, hash = ${hash} where id = 1`)
    return rows.length
  })

export async function isAnyWaiting(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from audit_unsealed limit 1`)
  return rows.length > 0
}
