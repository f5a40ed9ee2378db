import { expect } from 'vitest'
import type { Desk } from './desk.ts'

/**
 * Waits until a new event stream would begin after every change made so far. Other test files share the database server,
 * and their open transactions can delay this point.
 */
export async function untilPassed(desk: Pick<Desk, 'rows'>): Promise<void> {
  const pending = 'select from changes where xid >= pg_snapshot_xmin(pg_current_snapshot())'
  await expect.poll(async () => (await desk.rows(pending)).length, { timeout: 60_000 }).toBe(0)
}
