/** Remembers in the database that was backed up when that was, so that the desk can tell that it was long ago. */
import type { Manifest } from './archive.ts'
import { recordChanges } from '#server/live/record.ts'
import type { Database } from '#server/database/client.ts'
import { transactOnce } from '#server/database/transactions.ts'
import { lastBackup } from '#server/database/schema/settings.ts'
import { sql } from 'drizzle-orm'

/**
 * Notes when the tables were read, by the database's clock. A database that an older program made has no place for
 * it. This doesn't wait for a standby: the backup was made, whether the standby knows of it or not.
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
