/** Deletes rows that are no longer needed, oldest first, in small batches. */
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#server/database/client.ts'
import type { changes } from '#server/database/schema/changes.ts'
import type { mails, notifications } from '#server/database/schema/notifications.ts'

/** Small batches keep statements short, so writers to the same rows wait only briefly. */
const batchSize = 1_000
/** The rest waits for the next run, so that shutdown doesn't wait for all of it. */
const maxStatements = 20

/** Deletes old rows; rows that another transaction has locked are left for the next run. */
export async function deleteOld(
  db: Database,
  table: typeof mails | typeof notifications | typeof changes,
  isOld: SQL,
): Promise<void> {
  for (let statement = 1; statement <= maxStatements; statement += 1) {
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ${table.id} = any(array(
        select ${table.id} from ${table} where ${isOld}
        order by ${table.createdAt} limit ${batchSize} for update skip locked))`)
    if ((rowCount ?? 0) < batchSize) return
  }
}
