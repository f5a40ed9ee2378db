import { databaseError } from '#server/errors.ts'
import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { transactOnce } from './transactions.ts'

/**
 * Makes new connections plan each named statement once (decision 20). A role may set this on itself, even behind a
 * connection pooler. An operator's own setting takes precedence. Returns a line for the operator if the server
 * refuses.
 */
export async function forceGenericPlans(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ statement: string }>(sql`
    select format('alter role %I in database %I set plan_cache_mode = force_generic_plan', rolname, datname)
      as statement
    from pg_roles, pg_database where rolname = current_user and datname = current_database()
      and not exists (
        select from pg_db_role_setting, unnest(setconfig) as setting
        where setrole = pg_roles.oid and setdatabase = pg_database.oid and setting like 'plan_cache_mode=%')`)
  const [missing] = rows
  if (!missing) return []
  try {
    await transactOnce(db, async (tx) => {
      // Startup doesn't wait for a standby. If the setting is lost, the next start sets it again.
      await tx.execute(sql`set local synchronous_commit = off`)
      await tx.execute(sql.raw(missing.statement))
    })
    return []
  } catch (error) {
    const refusal = databaseError(error)
    if (!refusal) throw error
    return [
      `Warning: PostgreSQL refused a setting (${refusal.message}), without which calls take longer. Have an administrator of the database run: ${missing.statement}`,
    ]
  }
}
