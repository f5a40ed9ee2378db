/** An error that isn't listed for its endpoint is a mistake in the endpoint table and must be reported. */
import { endpoints } from '#contract/endpoints.ts'
import { unlistedRefusal } from '#server/http/mount.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk } from '#test/support/desk.ts'

const { refusals: listed } = endpoints.register

beforeAll(() => Object.assign(endpoints.register, { refusals: {} }))
// The table is restored because other test files in this process use it.
afterAll(() => Object.assign(endpoints.register, { refusals: listed }))

it("returns an error that the endpoint doesn't list, logs the mistake, and makes the test fail", async () => {
  const desk = await openDesk({ RATE_LIMIT: 'off' })
  const { email } = await desk.makeLender()
  const body = { email, password: 'a long one of our own', firstName: 'Ada', lastName: 'Cole' }
  const reply = await desk.visitor().send('register', { body })
  expect([reply.status, readRefusal(reply).code]).toEqual([409, 'email_taken'])
  expect(listed[409]).toContain('email_taken')
  expect(desk.errors.join('')).toContain(unlistedRefusal)
  await expect(desk.close()).rejects.toThrow('email_taken')
})
