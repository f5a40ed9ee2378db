/** Several programs start on one empty database at the same time. */
import { setImmediate } from 'node:timers/promises'
import { withInstallationLock } from '#server/database/migrate.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeEmptyPlace, type EmptyPlace } from '#test/support/empty-place.ts'

let place: EmptyPlace
beforeAll(async () => {
  place = await makeEmptyPlace()
})
afterAll(() => place.close())

it("start one after the other, whichever of them creates the lock's table", async () => {
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
