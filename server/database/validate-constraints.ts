/**
 * Validates the constraints that migrations added as NOT VALID. To add one outright reads every row
 * while nobody can read or write the table, and so does validating it in the transaction of the
 * migrations, which still holds that lock. In a transaction of its own it holds up neither.
 */
import { databaseError } from '#server/errors.ts'
import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** Every constraint that isn't valid yet; gives a line for each that older rows break, and stays so. */
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
