/** Removes what has ended: sessions, old keys, counted attempts, reset links. */
import { lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { purgeIdempotencyKeys } from './api/positions.ts'
import type { Database } from './database/connect.ts'
import { passwordResets } from './database/schema.ts'
import { purgeSessions } from './http/sessions.ts'
import { purgeAttempts } from './http/throttle.ts'

const everyMs = 10 * 60_000

/** Cleans at once and then at every interval; `stop` waits for what is under way. */
export function startHousekeeping(db: Database, log: Logger): { stop: () => Promise<unknown> } {
  let running: Promise<unknown> = Promise.resolve()
  const clean = () => {
    running = purge(db).catch((error: unknown) => log.warn({ err: error }, 'Housekeeping failed'))
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

async function purge(db: Database) {
  await purgeSessions(db)
  await purgeIdempotencyKeys(db)
  await purgeAttempts(db)
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now()`))
}
