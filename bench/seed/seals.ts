/** Seals the seeded audit entries, as the product's own job would, but all at once. */
import { currentForm, sealForms, sealHash, type SealedColumns } from '#server/audit/seals.ts'
import { is, SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Client } from 'pg'

const atOnce = 20_000

/** Chains all entries in the order of their time. */
export async function sealEntries(client: Client): Promise<void> {
  const columns = sealForms.get(currentForm)?.columns
  if (!is(columns, SQL)) throw new Error('The current form of seals is missing')
  const { sql } = new PgDialect().sqlToQuery(columns)
  let hash = ''
  let number = 0
  await client.query('begin')
  await client.query(
    `declare entries no scroll cursor for select ${sql} as columns from audit e order by e.at, e.id`,
  )
  for (;;) {
    const { rows } = await client.query<{ columns: SealedColumns }>(`fetch ${atOnce} from entries`)
    if (rows.length === 0) break
    const hashes = rows.map((row) => (hash = sealHash(hash, row.columns)))
    await client.query(
      `insert into audit_seals (number, entry_id, hash, form)
       select $1::bigint + place, id, hash, $2 from unnest($3::uuid[], $4::text[])
         with ordinality as chained(id, hash, place)`,
      [number, currentForm, rows.map((row) => row.columns[0]), hashes],
    )
    number += rows.length
  }
  await client.query('update audit_head set number = $1, hash = $2 where id = 1', [number, hash])
  await client.query('commit')
}
