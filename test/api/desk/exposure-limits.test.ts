import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())

const none = { lender: null, state: null, propertyType: null }
const limits = async () => (await admin.call('getExposure')).limits
const set = (body: object) => admin.send('setExposureLimits', { body })

it('sets and removes concentration limits, and adds audit entries only for actual changes', async () => {
  expect(await limits()).toEqual(none)
  const chosen = { lender: '20', state: '33.33', propertyType: null }
  const stored = { lender: '20.00', state: '33.33', propertyType: null }
  expect(await admin.call('setExposureLimits', { body: chosen })).toEqual(stored)
  expect(await limits()).toEqual(stored)
  await admin.call('setExposureLimits', { body: { ...chosen, lender: '25' } })
  await admin.call('setExposureLimits', { body: { ...chosen, lender: '25' } })
  await admin.call('setExposureLimits', { body: {} })
  expect(await limits()).toEqual(none)
  const entries = await desk.rows(
    `select before, after, actor_id as actor from audit where kind = 'exposureLimitsChanged' order by at`,
  )
  expect(entries).toEqual([
    {
      actor: admin.id,
      before: { lenderLimit: null, stateLimit: null },
      after: { lenderLimit: '20.00', stateLimit: '33.33' },
    },
    { actor: admin.id, before: { lenderLimit: '20.00' }, after: { lenderLimit: '25.00' } },
    {
      actor: admin.id,
      before: { lenderLimit: '25.00', stateLimit: '33.33' },
      after: { lenderLimit: null, stateLimit: null },
    },
  ])
})

it('rejects a concentration limit that is zero, negative, above 100, or not a number', async () => {
  for (const share of ['0', '-1', '100.01', '33.333', 'much']) {
    const { status, text } = await set({ ...none, state: share })
    expect(status, share).toBe(400)
    expect(JSON.parse(text), share).toMatchObject({ fields: { state: expect.any(String) } })
  }
  expect((await set({ ...none, state: '100' })).status).toBe(200)
  await admin.call('setExposureLimits', { body: none })
})

it('hides concentration limits from lenders, and accepts commitments that exceed them', async () => {
  const lender = await desk.makeLender()
  await admin.call('setExposureLimits', { body: { ...none, lender: '1' } })
  await desk.makeCommitment(lender, await desk.makeLoan(), { percentage: '50' })
  expect((await lender.send('setExposureLimits', { body: none })).status).toBe(403)
  expect(await limits()).toEqual({ ...none, lender: '1.00' })
})
