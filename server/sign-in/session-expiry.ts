/**
 * Session expiry, and its extension by use. The request that uses the session doesn't wait for the extension, which
 * waits neither for a standby nor for a lock.
 */
import { apartFromCalls } from '#server/live/named-topics.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/client.ts'
import { sql } from 'drizzle-orm'

type Limits = Pick<Config, 'sessionIdleMinutes' | 'sessionMaxHours'>

/** The longest idle time and the longest total time, as PostgreSQL intervals. */
export const sessionLimits = (config: Limits) => [
  `${config.sessionIdleMinutes} minutes`,
  `${config.sessionMaxHours} hours`,
]

export function expiryOf(config: Limits) {
  const [idle, longest] = sessionLimits(config)
  return sql`least(now() + ${idle}::interval, (sess ->> 'startedAt')::timestamptz + ${longest}::interval)`
}

// With `synchronous_commit` off, a crash loses at most a minute of a session's time. A locked row is left for the
// next use.
const move = `
  with unhurried as (select set_config('synchronous_commit', 'off', true)),
    used as (
      select sid from sessions
      where sid = $1 and (sess ->> 'isReplaced') is null
      for update skip locked)
  update sessions set
    expire = least(now() + $2::interval, (sess ->> 'startedAt')::timestamptz + $3::interval),
    sess = (sess::jsonb || jsonb_build_object('seenAt', now()))::json
  from unhurried, used
  where sessions.sid = used.sid`

/** Extends the session with this id hash, independently of the request that uses it. */
export function moveExpiry(db: Database, config: Limits, sid: string): void {
  const query = { text: move, values: [sid, ...sessionLimits(config)] }
  void apartFromCalls(() =>
    db.$client.queryUnhurried(query).catch((error: unknown) => db.$client.report(error)),
  )
}
