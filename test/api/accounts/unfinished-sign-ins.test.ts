/**
 * If a user enters the correct password but never enters a code, the password may be stolen. Such a sign-in is recorded
 * in the audit trail.
 */
import { housekeeping } from '#server/jobs/housekeeping.ts'
import { startJob } from '#server/jobs/runner.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'
import { currentCode, forgetCodes, turnOn } from '#test/support/second-factor.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => desk.close())

const signIn = ({ email, password }: Person, address: string, code?: string) =>
  desk.visitor().send('login', {
    body: { email, password, ...(code !== undefined && { code }) },
    headers: { 'x-forwarded-for': address },
  })

async function passTheWindow() {
  await desk.rows("update attempts set created_at = created_at - interval '15 minutes'")
  const log = pino({ level: 'silent' })
  await Promise.all([1, 2].map(() => startJob(housekeeping(desk), log).stop()))
}

const failuresOf = ({ id }: Person) =>
  desk.rows<{ actor: string | null; person: string; address: string; after: object }>(
    `select actor_name as actor, person_name as person, address, after from audit
     where kind = 'signInFailed' and person_id = $1 order by address`,
    [id],
  )

describe('a sign-in with the correct password but no code', () => {
  const failure = (address: string) => ({
    actor: null,
    person: 'Lena Brook',
    address,
    after: { reason: 'codeMissing', passwordGivenAt: expect.stringMatching(/^2.*T.*Z$/) },
  })

  it('records an unfinished sign-in in the audit trail once per IP address if no code is entered within 15 minutes', async () => {
    security('16.3.1')
    const lender = await desk.makeLender()
    await turnOn(lender)
    for (const address of ['203.0.113.1', '203.0.113.1', '2001:db8:1:2::3'])
      expect((await signIn(lender, address)).status).toBe(401)
    expect(await failuresOf(lender)).toEqual([])
    await passTheWindow()
    expect(await failuresOf(lender)).toEqual([failure('2001:db8:1::/48'), failure('203.0.113.1')])
    await passTheWindow()
    expect(await failuresOf(lender)).toHaveLength(2)
    const waiting = await desk.rows(
      `select 1 from audit where person_id = $1 and kind = 'signInFailed' and not exists (
         select 1 from audit_unsealed where entry_id = audit.id
         union all select 1 from audit_seals where entry_id = audit.id)`,
      [lender.id],
    )
    expect(waiting, 'each is sealed, or waits for it').toEqual([])
    expect((await signIn(lender, '203.0.113.1')).status).toBe(401)
    await passTheWindow()
    expect(await failuresOf(lender)).toHaveLength(3)
  })

  it("doesn't record an unfinished sign-in in the audit trail if a code is entered later from the same IP address", async () => {
    security('16.3.1')
    const lender = await desk.makeLender()
    const { secret } = await turnOn(lender)
    await forgetCodes(desk, lender)
    await signIn(lender, '203.0.113.2')
    await signIn(lender, '203.0.113.3')
    expect((await signIn(lender, '203.0.113.2', currentCode(secret))).status).toBe(200)
    await passTheWindow()
    expect(await failuresOf(lender)).toEqual([failure('203.0.113.3')])
  })

  it("doesn't record an unfinished sign-in for an account that has no second factor", async () => {
    const lender = await desk.makeLender()
    await signIn(lender, '203.0.113.4')
    await passTheWindow()
    expect(await failuresOf(lender)).toEqual([])
  })
})
