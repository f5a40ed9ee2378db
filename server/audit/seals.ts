/**
 * Chains the entries of the audit trail shortly after they are written. Each seal is a hash over the
 * previous seal and its own entry, so changing, removing or inserting an entry later would mean
 * computing every later seal again. Entries wait in a queue, because sealing them inside their own
 * transactions would serialize those (decision 9).
 *
 * Form 1 of the hashed text, so that another program can compute it too:
 *
 *     hash = SHA-256 of (previous seal's hash + canonical text), both in UTF-8, written as
 *            64 lowercase hexadecimal digits; the first seal has an empty previous hash
 *
 *     canonical text = a JSON array, without spaces, as ECMAScript's JSON.stringify writes it:
 *       "paripassu-audit-1", id, at, kind, actor_id, actor_name, person_id, person_name,
 *       loan_id, loan_title, object_id, object_name, before, after, address, request_id
 *
 * Each is a JSON string or null. Times are in UTC with microseconds, 2026-01-31T09:30:00.000000Z;
 * before and after are the texts of those columns exactly as stored.
 *
 * A seal's row names its form, and the form's name is the first element of what is hashed: changing
 * a row's form also changes what its hash should be.
 */
import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { recordChanges } from '#server/live/record.ts'
import type { Database } from '#server/database/client.ts'
import { transact } from '#server/database/transactions.ts'

interface SealForm {
  name: string
  /** The columns of an entry as texts, in this order: id, time and kind first. `e` is the entry. */
  columns: SQL
}

/** By number. A form never changes once used; other columns need a new form. */
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
/** The form of new seals. */
export const currentForm = 1

/** The columns of an entry `e` in the form whose number is given; null for an unknown form. */
export const sealedColumns = (form: SQL): SQL =>
  sql.join([
    sql`case ${form}`,
    ...[...sealForms].map(([number, { columns }]) => sql` when ${number}::int then ${columns}`),
    sql` end`,
  ])

/** An entry as `sealedColumns` returns it. */
export type SealedColumns = (string | null)[]

/** A seal's hash, from the previous seal's hash; the first seal's is an empty text. */
export const sealHash = (before: string, columns: SealedColumns, form = currentForm) =>
  createHash('sha256')
    .update(before + JSON.stringify([sealForms.get(form)?.name, ...columns]))
    .digest('hex')

/** Entries sealed per transaction: enough to keep up, few enough to keep it short. */
export const sealBatchSize = 500
/** They are the oldest among this many; in a longer queue, these are picked arbitrarily. */
export const sealSearchSize = 5_000

/** Seals waiting entries, oldest first; returns how many. */
export const sealNext = (db: Database): Promise<number> =>
  transact(db, async (tx) => {
    // Locking this row serializes sealers, so that there is one chain, however many processes seal.
    const heads = await tx.execute<{ number: string; hash: string }>(
      sql`select number, hash from audit_head where id = 1 for update`,
    )
    const head = heads.rows[0]
    if (!head) throw new Error('The head of the audit trail is missing')
    // Entries that were queued again after sealing, or don't exist, stay queued for the verification
    // to report; however many there are, they must not block the others. The lateral join looks up
    // each row by its index and leaves the planner no choice: its estimate for a queue that is empty
    // one second and long the next must never make it scan the whole trail.
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

/** Whether any entry waits to be sealed. */
export async function isAnyWaiting(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from audit_unsealed limit 1`)
  return rows.length > 0
}
