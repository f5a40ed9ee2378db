import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/database/client.ts'

const limitMs = 30_000

/** Resolves once this many connections to the database are waiting for a lock. */
export async function somebodyWaits({ $client }: Database, many = 1): Promise<void> {
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await untilRows(many, () => $client.query(waiting))
}

/** Resolves once another connection is waiting for a lock held by the client's transaction. */
export async function somebodyWaitsFor(client: Queryable): Promise<void> {
  const waiting = `select 1 from pg_locks
    where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`
  await untilRows(1, () => client.query(waiting))
}

interface Queryable {
  query: (text: string) => Promise<{ rows: unknown[] }>
}

async function untilRows(many: number, query: () => Promise<{ rows: unknown[] }>) {
  const givesUpAt = performance.now() + limitMs
  while ((await query()).rows.length < many) {
    if (performance.now() > givesUpAt) throw new Error('Nobody waits for a lock')
    await sleep(10)
  }
}
