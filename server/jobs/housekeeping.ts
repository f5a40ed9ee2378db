/**
 * Deletes expired data: sessions, idempotency keys, attempt counters, reset links, and files that no row refers to.
 * Emails and notifications are kept for a year, and change events for a day.
 */
import { lt, sql } from 'drizzle-orm'
import { purgeChanges } from '#server/live/record.ts'
import type { Database } from '#server/database/client.ts'
import { passwordResets } from '#server/database/schema/accounts.ts'
import { purgeIdempotencyKeys } from '#server/change/idempotency.ts'
import { purgeSessions } from '#server/sign-in/sessions.ts'
import { purgeAttempts } from '#server/sign-in/throttle.ts'
import { purgeMails } from '#server/mail/outbox.ts'
import { purgeNotifications } from '#server/notices/notify.ts'
import { discardUnclaimedUploads, purgeDiscardedFiles } from '#server/storage/discarded.ts'
import type { FileStore } from '#server/storage/storage.ts'
import { recordUnfinishedSignIns } from '#server/sign-in/two-factor/second-factor.ts'
import type { Job } from './runner.ts'

export const housekeeping = ({ db, store }: { db: Database; store: FileStore }): Job => ({
  name: 'housekeeping',
  everyMs: 10 * 60_000,
  atStart: true,
  steps: [{ run: () => purge(db, store), failure: 'Housekeeping failed' }],
})

async function purge(db: Database, store: FileStore): Promise<false> {
  await purgeSessions(db)
  await purgeIdempotencyKeys(db)
  await recordUnfinishedSignIns(db)
  await purgeAttempts(db)
  await purgeMails(db)
  await purgeNotifications(db)
  await purgeChanges(db)
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now()`))
  await discardUnclaimedUploads(db)
  await purgeDiscardedFiles({ db, store })
  await store.removeRemains()
  return false
}
