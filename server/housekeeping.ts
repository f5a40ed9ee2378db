/** Removes what has ended: sessions, old keys, counted attempts, reset links, sent mails, files of nobody. */
import { lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { purgeIdempotencyKeys } from './api/positions.ts'
import type { Database } from './database/connect.ts'
import { passwordResets } from './database/schema.ts'
import { purgeSessions } from './http/sessions.ts'
import { purgeAttempts } from './http/throttle.ts'
import { purgeMails } from './mail/outbox.ts'
import { discardUnclaimedUploads, purgeDiscardedFiles } from './storage/discarded.ts'
import type { FileStore } from './storage/storage.ts'
import { recordUnfinishedSignIns } from './unfinished-sign-ins.ts'

const everyMs = 10 * 60_000

interface Parts {
  db: Database
  store: FileStore
  log: Logger
}

/** Cleans at once and then at every interval; `stop` waits for what is under way. */
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
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now()`))
  await discardUnclaimedUploads(db)
  await purgeDiscardedFiles({ db, store })
  await store.removeRemains()
}
