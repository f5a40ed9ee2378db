import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'
import { currentCode, forgetCodes, turnOn } from '#test/support/second-factor.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())

it('requires the second factor even after a password reset', async () => {
  security('6.4.3')
  const admin = await desk.makeAdmin()
  const lender = await desk.makeLender()
  const { secret } = await turnOn(lender)
  const { url } = await admin.call('createResetLink', { params: { id: lender.id } })
  const token = new URL(url).searchParams.get('token') ?? ''
  const password = 'quite another horse'
  const somebody = desk.visitor()
  const reset = await somebody.send('resetPassword', { body: { token, password } })
  expect(reset.status).toBe(204)
  expect(somebody.cookie).toBeNull()
  const { email } = lender
  const alone = await somebody.send('login', { body: { email, password } })
  expect(`${alone.status} ${readRefusal(alone).code}`).toBe('401 two_factor_required')
  await forgetCodes(desk, lender)
  const body = { email, password, code: currentCode(secret) }
  expect((await somebody.send('login', { body })).status).toBe(200)
})
