import { newEmail } from '#test/support/builders.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { expect, it } from 'vitest'

const { desk, olga, lena, luis } = await openDeskWithPeople()

it("limits a firm's invitations to 20 a day, and doesn't count refused ones or other firms'", async () => {
  const invite = (who = lena, email = newEmail()) =>
    who.send('createFirmInvitation', { body: { email, firmRole: 'viewer' } })
  const statuses = []
  for (let sent = 0; sent < 20; sent += 1) statuses.push((await invite()).status)
  expect(new Set(statuses)).toEqual(new Set([201]))
  expect((await invite(lena, luis.email)).status).toBe(409)
  const refused = await invite()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_600)
  expect((await invite(luis)).status).toBe(201)
  expect(await olga.call('listInvitations')).toHaveLength(21)
})

it('limits wrong links of invitations, but not right ones', async () => {
  const made = await luis.call('createFirmInvitation', {
    body: { email: newEmail(), firmRole: 'viewer' },
  })
  const { url } = (await olga.call('listInvitations')).find(({ id }) => id === made.id) ?? {}
  const token = new URL(url ?? '').searchParams.get('invitation') ?? ''
  const read = async (text: string) =>
    (await desk.visitor().send('getInvitation', { params: { token: text } })).status
  const statuses = []
  for (let tried = 0; tried < 61; tried += 1) statuses.push(await read(`x${tried}`))
  expect(statuses.filter((status) => status === 404)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
  expect(await read(token)).toBe(200)
})
