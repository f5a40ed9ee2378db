/** Deletes rows that are no longer of use, oldest first and a few at a time. */
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from './client.ts'
import type { mails, notifications } from '#server/database/schema/notifications.ts'

/** A statement stays short, and whoever writes to the same rows waits for no more than these. */
const rowsAtOnce = 1_000
/** What is left waits for the next time, so that a stop of the program doesn't wait for all of it. */
const mostStatements = 20

/** Deletes what is old; what somebody else changes meanwhile is left to the next time. */
export async function deleteOld(
  db: Database,
  table: typeof mails | typeof notifications,
  isOld: SQL,
): Promise<void> {
  for (let statement = 1; statement <= mostStatements; statement += 1) {
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ${table.id} = any(array(
        select ${table.id} from ${table} where ${isOld}
        order by ${table.createdAt} limit ${rowsAtOnce} for update skip locked))`)
    if ((rowCount ?? 0) < rowsAtOnce) return
  }
}
