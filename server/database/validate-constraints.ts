/**
 * Validates the constraints that migrations added as NOT VALID. Adding a valid one scans the table
 * under an ACCESS EXCLUSIVE lock, and so does validating it in the migrations' transaction, which
 * still holds that lock. In its own transaction, validation blocks neither readers nor writers.
 */
import { databaseError } from '#server/errors.ts'
import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** Validates every such constraint; returns a line for each that older rows violate and leaves it. */
export async function validateConstraints(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ table: string; name: string }>(sql`
    select conrelid::regclass::text as "table", conname as name from pg_constraint
    where not convalidated and contype in ('c', 'f') and connamespace = 'public'::regnamespace
    order by 1, 2`)
  const broken: string[] = []
  for (const { table, name } of rows)
    try {
      await db.execute(
        sql`alter table ${sql.raw(table)} validate constraint ${sql.identifier(name)}`,
      )
    } catch (error) {
      if (!/^235(03|14)$/.test(databaseError(error)?.code ?? '')) throw error
      broken.push(
        `Rows of the table ${table} don't satisfy its constraint ${name}; it holds for new rows only`,
      )
    }
  return broken
}
