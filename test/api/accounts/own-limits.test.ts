/** Limits on users' changes to their own accounts, which could otherwise fill the disk. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { readRefusal, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => desk.close())

async function entriesOf({ id }: Person, kind: string): Promise<number> {
  const text = 'select 1 from audit where person_id = $1 and kind = $2'
  return (await desk.rows(text, [id, kind])).length
}

function expectTooMany(reply: Reply, message: string) {
  expect(reply.status).toBe(429)
  expect(readRefusal(reply)).toEqual({ message, code: 'too_many_requests' })
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3000)
}

const passHours = (hours: number) =>
  desk.rows('update attempts set created_at = created_at - make_interval(hours => $1)', [hours])

describe('correct passwords for one account', () => {
  const tooOften = 'Too many sign-ins to this account. Try again later.'
  const signIn = ({ email, password }: Person, address: number) =>
    desk.visitor().send('login', {
      body: { email, password },
      headers: { 'x-forwarded-for': `203.0.113.${address}` },
    })

  it('accepts sixty correct passwords per hour for an account, regardless of the IP address', async () => {
    security('2.4.1')
    const lender = await desk.makeLender()
    const other = await desk.makeLender()
    // The count starts at 1, because the lender has already signed in once.
    for (let time = 1; time < 60; time += 1)
      expect((await signIn(lender, time % 2)).status).toBe(200)
    for (const address of [1, 99]) expectTooMany(await signIn(lender, address), tooOften)
    const sessions = await desk.rows(`select 1 from sessions where sess ->> 'userId' = $1`, [
      lender.id,
    ])
    expect(sessions).toHaveLength(60)
    expect(await entriesOf(lender, 'signedIn')).toBe(60)
    expect((await signIn(other, 1)).status).toBe(200)
    await passHours(1)
    expect((await signIn(lender, 1)).status).toBe(200)
  }, 120_000)

  it('counts sign-ins and password confirmations together, but not wrong passwords', async () => {
    const lender = await desk.makeLender()
    const body = { currentPassword: lender.password }
    for (let time = 1; time < 60; time += 1) {
      if (time % 9 === 0)
        await lender.refusal('startTwoFactor', { body: { currentPassword: 'wrong' } })
      await lender.call('startTwoFactor', { body })
    }
    expectTooMany(await lender.send('startTwoFactor', { body }), tooOften)
    expectTooMany(await signIn(lender, 1), tooOften)
  }, 120_000)
})

describe('name changes', () => {
  const names = (lastName: string) => ({ firstName: 'Lena', lastName })
  const tooMany = 'Too many changes to this profile. Try again later.'
  const save = (lender: Person, lastName: string) =>
    lender.send('updateProfile', { body: names(lastName) })

  it('accepts thirty name changes per hour and writes an audit entry for each', async () => {
    security('2.4.1')
    const lender = await desk.makeLender(names('Brook'))
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => save(lender, `Brook ${index}`)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(30)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(10)
    expectTooMany(await save(lender, 'Rivers'), tooMany)
    expect(await entriesOf(lender, 'accountChanged')).toBe(30)
    expect((await lender.call('getCurrentUser')).lastName).toMatch(/^Brook \d+$/)
    expect((await save(await desk.makeLender(), 'Rivers')).status).toBe(200)
    await passHours(1)
    expect((await save(lender, 'Rivers')).status).toBe(200)
  })

  it("doesn't count a save with an unchanged name or write an audit entry for it", async () => {
    const lender = await desk.makeLender(names('Brook'))
    for (let time = 0; time < 35; time += 1) {
      const notifyByEmail = time % 2 === 0 ? 'true' : 'false'
      const body = { ...names('Brook'), notifyByEmail } as const
      expect(await lender.call('updateProfile', { body })).toMatchObject({ notifyByEmail })
    }
    expect(await entriesOf(lender, 'accountChanged')).toBe(0)
    expect((await save(lender, 'Rivers')).status).toBe(200)
    expect(await entriesOf(lender, 'accountChanged')).toBe(1)
  })
})
