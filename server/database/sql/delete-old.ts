import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#server/database/client.ts'
import type { changes } from '#server/database/schema/changes.ts'
import type { mails, notifications } from '#server/database/schema/notifications.ts'

/** Small batches keep statements short, so other transactions don't wait long for locked rows. */
const batchSize = 1_000
/** The remaining rows are left for the next run so that a shutdown isn't delayed. */
const maxStatements = 20

/** Skips rows locked by other transactions. The next run deletes them. */
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
