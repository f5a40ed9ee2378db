/**
 * Time limits for a shutdown, and the messages that report an exceeded limit. Each limit is longer than the limits
 * nested in it. Service managers (`deploy/`) must allow more than `wholeStopMs`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/**
 * The parts closed at shutdown: first those of each process that handles requests, then those of the primary process,
 * which manages the workers and the database.
 */
export type StopPart = 'requests' | 'jobs' | 'connections' | 'workers' | 'database'

/** The signals that stop the embedded PostgreSQL, each with the number of milliseconds before the next signal. */
export const postgresStopMs = {
  SIGINT: 20_000,
  // PostgreSQL kills processes that ignore this signal after 5 s.
  SIGQUIT: 7_000,
  SIGKILL: 3_000,
}
/** The time allowed for the email being sent. It is shorter than the limit for jobs. */
export const mailStopMs = 5_000

const sumOf = (parts: Record<string, number>) =>
  Object.values(parts).reduce((sum, each) => sum + each, 0)

const ofServing = { requests: 10_000, jobs: 7_000, connections: 2_000 }
/** A worker exits after this time even if it hasn't finished. */
export const workerStopMs = sumOf(ofServing) + 1_000

export const stopLimitsMs: Record<StopPart, number> = {
  ...ofServing,
  workers: workerStopMs + 1_000,
  database: sumOf(postgresStopMs) + 1_000,
}
const { requests: _ofWorkers, ...ofPrimary } = stopLimitsMs
/** Doesn't include DRAIN_SECONDS. A single process needs less time. */
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

/** Closes a part. If closing fails or takes too long, logs the problem and stops waiting. */
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
