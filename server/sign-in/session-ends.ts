/**
 * When a session ends by itself, and how that moves on with its use. Moving it never holds up the
 * request that uses the session: nobody waits for it, and it waits neither for a standby nor for a lock.
 */
import { apartFromCalls } from '#server/changes/named-topics.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/client.ts'
import { sql } from 'drizzle-orm'

type Limits = Pick<Config, 'sessionIdleMinutes' | 'sessionMaxHours'>

/** As intervals of PostgreSQL: unused, and in any case. */
export const sessionLimits = (config: Limits) => [
  `${config.sessionIdleMinutes} minutes`,
  `${config.sessionMaxHours} hours`,
]

/** When a session used now expires. */
export function endOf(config: Limits) {
  const [idle, longest] = sessionLimits(config)
  return sql`least(now() + ${idle}::interval, (sess ->> 'startedAt')::timestamptz + ${longest}::interval)`
}

// Several sessions at once, so that however many are in use, one connection is enough. What is lost
// with `synchronous_commit` off is at most a minute of a session's time; a row that somebody else has
// locked is left for the next use.
const moveEnds = `
  with unhurried as (select set_config('synchronous_commit', 'off', true)),
    used as (
      select sid from sessions
      where sid = any($1::text[]) and (sess ->> 'isReplaced') is null
      for update skip locked)
  update sessions set
    expire = least(now() + $2::interval, (sess ->> 'startedAt')::timestamptz + $3::interval),
    sess = (sess::jsonb || jsonb_build_object('seenAt', now()))::json
  from unhurried, used
  where sessions.sid = used.sid`

/** For each database: the sessions whose end is to move, and whether a statement is under way. */
const moves = new WeakMap<Database, { sids: Set<string>; isUnderWay: boolean }>()

/** Moves the end of the session with this id hash, apart from the request that uses it. */
export function moveEndApart(db: Database, config: Limits, sid: string): void {
  const move = moves.get(db) ?? { sids: new Set(), isUnderWay: false }
  moves.set(db, move)
  move.sids.add(sid)
  if (move.isUnderWay) return
  move.isUnderWay = true
  void apartFromCalls(async () => {
    try {
      while (move.sids.size > 0) {
        const values = [[...move.sids], ...sessionLimits(config)]
        move.sids.clear()
        await db.$client.queryUnhurried({ text: moveEnds, values })
      }
    } catch (error) {
      // The next use of each session tries again.
      move.sids.clear()
      db.$client.report(error)
    } finally {
      move.isUnderWay = false
    }
  })
}
