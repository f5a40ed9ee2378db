/** Waits until other connections wait for a lock that the test holds. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/database/client.ts'

const limitMs = 30_000

/** Resolves once this many connections of the database wait for a lock. */
export async function somebodyWaits({ $client }: Database, many = 1): Promise<void> {
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const givesUpAt = performance.now() + limitMs
  while ((await $client.query(waiting)).rows.length < many) {
    if (performance.now() > givesUpAt) throw new Error('Nobody waits for a lock')
    await sleep(10)
  }
}
