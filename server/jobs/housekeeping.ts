/**
 * Deletes what is no longer needed: expired sessions, old keys, counted attempts, reset links, emails
 * and notifications a year old, files without rows.
 */
import { lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '#server/database/client.ts'
import { passwordResets } from '#server/database/schema/accounts.ts'
import { purgeIdempotencyKeys } from '#server/http/idempotency-keys.ts'
import { purgeSessions } from '#server/sign-in/sessions.ts'
import { purgeAttempts } from '#server/sign-in/throttle.ts'
import { purgeMails } from '#server/mail/outbox.ts'
import { purgeNotifications } from '#server/notices/notify.ts'
import { discardUnclaimedUploads, purgeDiscardedFiles } from '#server/storage/discarded.ts'
import type { FileStore } from '#server/storage/storage.ts'
import { recordUnfinishedSignIns } from '#server/sign-in/unfinished-sign-ins.ts'

const everyMs = 10 * 60_000

interface Parts {
  db: Database
  store: FileStore
  log: Logger
}

/** Runs now and at every interval; `stop` waits for the current run. */
export function startHousekeeping({ db, store, log }: Parts): { stop: () => Promise<unknown> } {
  let running: Promise<unknown> = Promise.resolve()
  const clean = () => {
    running = purge(db, store).catch((error: unknown) =>
      log.warn({ err: error }, 'Housekeeping failed'),
    )
  }
  const timer = setInterval(clean, everyMs)
  clean()
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}

async function purge(db: Database, store: FileStore) {
  await purgeSessions(db)
  await purgeIdempotencyKeys(db)
  await recordUnfinishedSignIns(db)
  await purgeAttempts(db)
  await purgeMails(db)
  await purgeNotifications(db)
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now()`))
  await discardUnclaimedUploads(db)
  await purgeDiscardedFiles({ db, store })
  await store.removeRemains()
}
