/** Two-factor sign-in: guessed codes, the requirement for administrators, and the operator's reset. */
import { noticesOf } from '#test/support/notices.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { runCommand } from '#test/support/commands.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'
import { currentCode, forgetCodes, turnOn, wrongCode } from '#test/support/second-factor.ts'

const signIn = ({ visitor }: Desk, { email, password }: Person, code?: string) =>
  visitor().send('login', { body: { email, password, ...(code !== undefined && { code }) } })

describe('guessed two-factor codes', () => {
  let strict: Desk
  beforeAll(async () => {
    strict = await openDesk({ TRUST_PROXY: '127.0.0.1' })
  })
  afterAll(() => strict.close())

  const tooMany = 'Too many wrong codes. Try again later.'
  const tooManyInADay =
    'Too many wrong codes in a day. Use a recovery code, or ask an administrator to reset two-factor sign-in.'
  const from = (address: number) => ({ 'x-forwarded-for': `203.0.113.${address}` })
  const trySignIn = (person: Person, code: string | undefined, address: number) => {
    const { email, password } = person
    const body = { email, password, ...(code !== undefined && { code }) }
    return strict.visitor().send('login', { body, headers: from(address) })
  }

  it('rejects two-factor codes after ten wrong codes, regardless of the IP address', async () => {
    security('6.3.1', '6.6.3')
    const lender = await strict.makeLender()
    const { secret } = await turnOn(lender)
    await forgetCodes(strict, lender)
    const bad = wrongCode(secret)
    for (let time = 1; time <= 10; time += 1)
      expect((await trySignIn(lender, bad, time)).status).toBe(401)
    for (const code of [bad, currentCode(secret)]) {
      const reply = await trySignIn(lender, code, 99)
      expect(reply.status).toBe(429)
      expect(readRefusal(reply).message).toBe(tooMany)
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    }
    await strict.rows("update attempts set created_at = created_at - interval '15 minutes'")
    expect((await trySignIn(lender, currentCode(secret), 99)).status).toBe(200)
  })

  it('counts wrong codes entered when turning off two-factor sign-in or renewing recovery codes', async () => {
    const lender = await strict.makeLender()
    const { secret } = await strict
      .signIn(lender)
      .then((caller) =>
        caller.call('startTwoFactor', { body: { currentPassword: lender.password } }),
      )
    const code = wrongCode(secret)
    for (let time = 1; time <= 10; time += 1)
      expect((await lender.send('confirmTwoFactor', { body: { code } })).status).toBe(400)
    expect(await lender.refusal('confirmTwoFactor', { body: { code } })).toBe(`429: ${tooMany}`)
    const body = { currentPassword: lender.password, code }
    for (const call of ['endTwoFactor', 'renewRecoveryCodes'] as const)
      expect(await lender.refusal(call, { body })).toBe(`429: ${tooMany}`)
  })

  it('rejects requests for new recovery codes after ten wrong codes, even with a correct code', async () => {
    security('6.3.3')
    const lender = await strict.makeLender()
    const { secret, recoveryCodes } = await turnOn(lender)
    const [first = '', second = ''] = recoveryCodes
    const ask = (code: string) => {
      const body = { currentPassword: lender.password, code }
      return lender.send('renewRecoveryCodes', { body })
    }
    for (let time = 1; time <= 10; time += 1)
      expect((await ask(wrongCode(secret))).status).toBe(400)
    expect((await ask(first)).status).toBe(429)
    expect((await trySignIn(lender, first, 98)).status).toBe(429)
    await strict.rows("update attempts set created_at = created_at - interval '15 minutes'")
    expect((await ask(second)).status).toBe(200)
  })

  it('rejects app codes for a day after thirty wrong codes but still accepts recovery codes', async () => {
    security('6.3.1', '6.6.3')
    const lender = await strict.makeLender()
    const { secret, recoveryCodes } = await turnOn(lender)
    await guessThirtyTimes(lender, secret)
    const right = await trySignIn(lender, currentCode(secret), 200)
    expect(right.status).toBe(429)
    expect(readRefusal(right).message).toBe(tooManyInADay)
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(3600)
    const code = currentCode(secret)
    const body = { currentPassword: lender.password, code }
    for (const call of ['endTwoFactor', 'renewRecoveryCodes'] as const)
      expect(await lender.refusal(call, { body })).toBe(`429: ${tooManyInADay}`)
    expect((await trySignIn(lender, recoveryCodes[0], 200)).status).toBe(200)
    // A sign-in with a recovery code doesn't clear the failed attempts.
    expect((await trySignIn(lender, code, 200)).status).toBe(429)
    await strict.rows("update attempts set created_at = created_at - interval '1 day'")
    expect((await trySignIn(lender, currentCode(secret), 200)).status).toBe(200)
  })

  it('resets the wrong-code count after the authenticator app is set up again', async () => {
    const lender = await strict.makeLender()
    const first = await turnOn(lender)
    await guessThirtyTimes(lender, first.secret)
    const body = { currentPassword: lender.password, code: first.recoveryCodes[0] ?? '' }
    await lender.call('endTwoFactor', { body })
    const { secret } = await turnOn(lender)
    await forgetCodes(strict, lender)
    expect((await trySignIn(lender, currentCode(secret), 201)).status).toBe(200)
  })

  async function guessThirtyTimes(lender: Person, secret: string) {
    const bad = wrongCode(secret)
    for (let time = 0; time < 30; time += 1) {
      if (time % 10 === 0) {
        await strict.rows("update attempts set created_at = created_at - interval '15 minutes'")
        await forgetCodes(strict, lender)
        expect((await trySignIn(lender, currentCode(secret), 210)).status).toBe(200)
      }
      expect((await trySignIn(lender, bad, 210 + (time % 3))).status).toBe(401)
    }
    await strict.rows("update attempts set created_at = created_at - interval '15 minutes'")
    await forgetCodes(strict, lender)
  }

  it("limits sign-ins without a code but doesn't lock out other accounts", async () => {
    const lender = await strict.makeLender()
    const { secret } = await turnOn(lender)
    await forgetCodes(strict, lender)
    for (let time = 0; time < 30; time += 1)
      expect(readRefusal(await trySignIn(lender, undefined, 60)).code).toBe('two_factor_required')
    const reply = await trySignIn(lender, undefined, 60)
    expect(reply.status).toBe(429)
    expect(readRefusal(reply).message).toBe('Too many sign-ins without a code. Try again later.')
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    for (const time of [1, 2]) {
      const asked = await trySignIn(lender, undefined, 61)
      expect(readRefusal(asked).code, `time ${time}`).toBe('two_factor_required')
      await forgetCodes(strict, lender)
      expect((await trySignIn(lender, currentCode(secret), 61)).status).toBe(200)
    }
  })

  it('neither increases nor clears the wrong-code count on a sign-in without a code', async () => {
    const lender = await strict.makeLender()
    const { secret } = await turnOn(lender)
    const fail = () =>
      strict
        .visitor()
        .send('login', { body: { email: lender.email, password: 'wrong' }, headers: from(50) })
    for (let time = 0; time < 9; time += 1) expect((await fail()).status).toBe(401)
    for (let time = 0; time < 12; time += 1)
      expect(readRefusal(await trySignIn(lender, undefined, 50)).code).toBe('two_factor_required')
    expect((await fail()).status).toBe(401)
    // The tenth failure reaches the limit, because a correct password without a code doesn't reset the count.
    expect((await fail()).status).toBe(429)
    await strict.rows("delete from attempts where kind = 'signIn'")
    await forgetCodes(strict, lender)
    expect((await trySignIn(lender, currentCode(secret), 50)).status).toBe(200)
    const left = await strict.rows("select kind from attempts where address = '203.0.113.50'")
    expect(left).toEqual([{ kind: 'rightPassword' }])
  })
})

describe('two-factor sign-in required for administrators', () => {
  let strict: Desk
  beforeAll(async () => {
    strict = await openDesk({ RATE_LIMIT: 'off', REQUIRE_ADMIN_2FA: 'on' })
  })
  afterAll(() => strict.close())

  it('requires an administrator to set up two-factor sign-in before doing anything else', async () => {
    security('6.3.3')
    const admin = await strict.makeAdmin()
    const reply = await admin.send('listUsers')
    expect(reply.status).toBe(403)
    expect(readRefusal(reply)).toEqual({
      message: 'Set up two-factor sign-in first. Administrators must use it.',
      code: 'two_factor_setup_required',
    })
    expect(await admin.call('getCurrentUser')).toMatchObject({ mustSetUpTwoFactor: 'true' })
    await admin.call('listLoans')
    await admin.call('listSessions')
    const { secret, recoveryCodes } = await turnOn(admin)
    expect(await admin.call('getCurrentUser')).toMatchObject({
      hasTwoFactor: 'true',
      needsTwoFactor: 'true',
      mustSetUpTwoFactor: 'false',
    })
    await admin.call('listUsers')
    const body = { currentPassword: admin.password, code: recoveryCodes[0] ?? '' }
    expect(await admin.refusal('endTwoFactor', { body })).toBe(
      "409: Administrators must use two-factor sign-in, so you can't turn it off",
    )
    await forgetCodes(strict, admin)
    expect((await signIn(strict, admin, currentCode(secret))).status).toBe(200)
  })

  it("doesn't require two-factor sign-in for a lender, and lets a lender turn it off", async () => {
    const lender = await strict.makeLender()
    expect(await lender.call('getCurrentUser')).toMatchObject({
      needsTwoFactor: 'false',
      mustSetUpTwoFactor: 'false',
    })
    expect(await lender.refusal('listUsers')).toBe('403: You do not have permission to do this')
    const { recoveryCodes } = await turnOn(lender)
    const body = { currentPassword: lender.password, code: recoveryCodes[0] ?? '' }
    await lender.call('endTwoFactor', { body })
  })
})

describe('the command for users who lost their authenticator and recovery codes', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk({ RATE_LIMIT: 'off' })
  })
  afterAll(() => desk.close())

  const turnOff = async (...args: string[]) => {
    const { code, output } = await runCommand('two-factor-off', args, {
      DATABASE_URL: desk.databaseUrl,
    })
    return `${code} ${output.trim()}`
  }

  it('turns two-factor sign-in off for a user, writes an audit entry, and prints a confirmation', async () => {
    const admin = await desk.makeAdmin()
    await turnOn(admin)
    expect(await turnOff(admin.email.toUpperCase())).toBe(
      `0 Two-factor sign-in is off for ${admin.email}, and all sign-ins of that account have ended.`,
    )
    expect(await admin.refusal('getCurrentUser')).toBe('401: Unauthorized: please sign in')
    expect((await signIn(desk, admin)).status).toBe(200)
    expect(await noticesOf(await desk.signIn(admin))).toEqual([
      expect.stringMatching(
        /^accountSecurity: Someone with access to the server turned off two-factor sign-in/,
      ),
    ])
    const entries = await desk.rows(
      `select actor_id, person_id, address from audit where kind = 'twoFactorOff' and person_id = $1`,
      [admin.id],
    )
    expect(entries).toEqual([{ actor_id: null, person_id: admin.id, address: null }])
    expect(await turnOff(admin.email)).toBe(`1 Two-factor sign-in isn't on for ${admin.email}.`)
  })

  it('explains the arguments to npm run two-factor:off and reports unknown accounts', async () => {
    expect(await turnOff()).toBe(
      "1 Name the account's email address: npm run two-factor:off -- EMAIL",
    )
    expect(await turnOff('nobody@example.com')).toBe(
      '1 There is no account for nobody@example.com.',
    )
  })
})
