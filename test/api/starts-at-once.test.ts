import { setImmediate } from 'node:timers/promises'
import { withInstallationLock } from '#server/database/migrate.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeEmptyPlace, type EmptyPlace } from '#test/support/empty-place.ts'
import { somebodyWaitsFor } from '#test/support/lock-waits.ts'

let place: EmptyPlace
beforeAll(async () => {
  place = await makeEmptyPlace()
})
afterAll(() => place.close())

it('runs concurrent starts one after another, regardless of which one creates the lock table', async () => {
  for (let round = 0; round < 40; round += 1) {
    await place.db.$client.query('drop table if exists installation')
    let inside = 0
    const start = async () => {
      inside += 1
      await setImmediate()
      expect(inside).toBe(1)
      inside -= 1
    }
    await Promise.all(Array.from({ length: 6 }, () => withInstallationLock(place.db, start)))
  }
})

describe('startup that has to wait', () => {
  const lines: string[] = []
  const start = (afterMs: number) =>
    withInstallationLock(place.db, async () => void lines.push('It prepares'), {
      say: (line) => lines.push(line),
      afterMs,
    })
  beforeEach(() => void lines.splice(0))

  it('logs when startup begins to wait for another process and when the wait ends', async () => {
    await start(60_000)
    const other = await place.db.$client.connect()
    try {
      await other.query('begin')
      await other.query('select 1 from installation for update')
      const second = start(1)
      await somebodyWaitsFor(other)
      await expect.poll(() => lines.length).toBe(2)
      await other.query('rollback')
      await second
    } finally {
      other.release(true)
    }
    expect(lines).toEqual([
      'It prepares',
      'Waiting for another start that is preparing this database, or for an import …',
      'Done waiting: preparing the database',
      'It prepares',
    ])
  })

  it('logs nothing for a short wait at startup', async () => {
    await Promise.all([start(60_000), start(60_000)])
    expect(lines).toEqual(['It prepares', 'It prepares'])
  })
})
