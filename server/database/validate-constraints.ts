/**
 * Validates constraints that migrations added as NOT VALID. Adding or validating one within the migration would scan
 * the table under its ACCESS EXCLUSIVE lock. A separate transaction blocks neither readers nor writers.
 */
import { databaseError } from '#server/errors.ts'
import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** Validates every such constraint. Skips constraints that older rows violate, and returns a line for each. */
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
