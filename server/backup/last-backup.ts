/** Records the time of the last backup in the database itself so that the app can report an old backup. */
import type { Manifest } from './archive.ts'
import { recordChanges } from '#server/live/record.ts'
import type { Database } from '#server/database/client.ts'
import { transactOnce } from '#server/database/transactions.ts'
import { lastBackup } from '#server/database/schema/settings.ts'
import { sql } from 'drizzle-orm'

/**
 * Records when the tables were read, according to the database's clock. Does nothing if the database is from an older
 * release without this table. Doesn't wait for a standby, because the backup exists anyway.
 */
export async function noteBackup(
  db: Database,
  { madeAt: time }: Pick<Manifest, 'madeAt'>,
): Promise<void> {
  await transactOnce(db, async (tx) => {
    await tx.execute(sql`set local synchronous_commit = local`)
    const { rows } = await tx.execute<{ hasPlace: boolean }>(
      sql`select to_regclass('last_backup') is not null as "hasPlace"`,
    )
    if (!rows[0]?.hasPlace) return
    const madeAt = new Date(time)
    await tx
      .insert(lastBackup)
      .values({ madeAt })
      .onConflictDoUpdate({ target: lastBackup.isOnly, set: { madeAt } })
    await recordChanges(tx, { topic: 'company', audience: 'admins' })
  })
}
