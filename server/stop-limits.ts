/**
 * How long a stop may take, and what is said when a part of it takes longer. Each limit is longer than those within
 * it, and what waits for the whole program (`deploy/`) gives it more than `wholeStopMs`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** What a stop ends: in a process that serves, and then in the one that has the others and the database. */
export type StopPart = 'requests' | 'jobs' | 'connections' | 'workers' | 'database'

/** The signals that stop the embedded PostgreSQL: each gets so long before the next. */
export const postgresStopMs = {
  SIGINT: 20_000,
  // It kills those of its processes that ignore this, after 5 s.
  SIGQUIT: 7_000,
  SIGKILL: 3_000,
}
/** For the emails that are being sent; less than jobs have. */
export const mailStopMs = 5_000

const sumOf = (parts: Record<string, number>) =>
  Object.values(parts).reduce((sum, each) => sum + each, 0)

const ofServing = { requests: 10_000, jobs: 7_000, connections: 2_000 }
/** A process that shares the port ends by itself after this. */
export const workerStopMs = sumOf(ofServing) + 1_000

export const stopLimitsMs: Record<StopPart, number> = {
  ...ofServing,
  workers: workerStopMs + 1_000,
  database: sumOf(postgresStopMs) + 1_000,
}
const { requests: _ofWorkers, ...ofPrimary } = stopLimitsMs
/** Besides DRAIN_SECONDS; a process that serves alone takes less. */
export const wholeStopMs = sumOf(ofPrimary) + 1_000

export const databaseCutOff = `PostgreSQL didn't stop within ${postgresStopMs.SIGINT / 1000} s and is cut off: it recovers at the next start, and nothing acknowledged is lost`

const cutOffs: Record<StopPart, string> = {
  requests:
    "Requests took too long and are cut off: a change that wasn't acknowledged may or may not have been made",
  jobs: 'A job took too long and is cut off: it goes on after the next start',
  connections: 'Database connections took too long to close and are cut off',
  workers: 'A worker took too long to stop and is cut off',
  database: "PostgreSQL doesn't end although it was killed: the next start waits for it",
}

/** Closes a part; logs that it fails or is late, and doesn't wait for it any longer. */
export async function closeInTime(
  part: StopPart,
  close: () => Promise<unknown>,
  { log, limitMs = stopLimitsMs[part] }: { log: Pick<Logger, 'warn' | 'error'>; limitMs?: number },
): Promise<void> {
  const late = new AbortController()
  const closed = close()
    .catch((error: unknown) => log.error({ err: error, part }, 'While stopping'))
    .finally(() => late.abort())
  const limit = sleep(limitMs, undefined, { ref: false, signal: late.signal }).then(
    () => log.warn({ part, limitMs }, cutOffs[part]),
    () => {},
  )
  await Promise.race([closed, limit])
}
