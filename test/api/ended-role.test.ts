/**
 * A request waits after its access check. If the caller loses the administrator role during the wait, the request must
 * not change anything.
 */
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  changingCalls,
  prepareAct,
  setScene,
  type ChangingCall,
} from '#test/support/changing-acts.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaitsFor } from '#test/support/lock-waits.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())

/** These calls have no effect until an administrator uses their result in another call. */
const harmless = new Set<ChangingCall>([
  'createDocumentUpload',
  'createPhotoUpload',
  'previewImport',
  'proposeFundsReceipts',
])

const acts = changingCalls.filter((name) => {
  const { access, method }: Endpoint = endpoints[name]
  return access === 'admin' && method !== 'GET' && !harmless.has(name)
})

it.each(acts)(
  'rejects %s if the caller loses the administrator role during the request',
  async (name) => {
    const scene = await setScene(desk)
    const act = await prepareAct(name)(scene)
    const holder = await desk.db.$client.connect()
    try {
      await holder.query('begin')
      await holder.query('select 1 from users where id = $1 for no key update', [scene.admin.id])
      const refused = expect(act()).rejects.toThrow(/ 403/)
      await Promise.race([refused, somebodyWaitsFor(holder)])
      await holder.query('update users set is_admin = false where id = $1', [scene.admin.id])
      await holder.query('commit')
      await refused
    } finally {
      // If the test fails before the commit, this rollback releases the lock. Otherwise it has no effect.
      await holder.query('rollback')
      holder.release()
    }
    expect(desk.errors).toEqual([])
  },
)
