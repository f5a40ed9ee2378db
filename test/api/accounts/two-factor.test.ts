import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEmail, type Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'
import { currentCode, forgetCodes, turnOn, wrongCode } from '#test/support/second-factor.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off', BRAND_NAME: 'Cole, Reyes & Co' })
})
afterAll(() => desk.close())

const signedOut = '401: Unauthorized: please sign in'
const wrongCredentials = '401: Invalid email or password'
const notRight = "This code isn't right"

const signIn = (person: Person, code?: string) => {
  const { email, password } = person
  return desk
    .visitor()
    .send('login', { body: { email, password, ...(code !== undefined && { code }) } })
}
const refusalOf = async (...given: Parameters<typeof signIn>) => {
  const reply = await signIn(...given)
  expect(reply.headers['set-cookie']).toBeUndefined()
  const { code, message } = readRefusal(reply)
  return `${reply.status} ${code}: ${message}`
}
const required = '401 two_factor_required: Enter the code from your authenticator app'
const wrong = "401 two_factor_wrong: This code isn't right"

describe('setup of two-factor sign-in', () => {
  it('requires the password for two-factor setup, returns a secret, and completes after the first valid code', async () => {
    security('6.5.4', '7.5.1')
    const lender = await desk.makeLender()
    expect(await lender.refusal('startTwoFactor', { body: { currentPassword: 'wrong' } })).toBe(
      "400: Your current password isn't right",
    )
    const body = { currentPassword: lender.password }
    const { secret, uri } = await lender.call('startTwoFactor', { body })
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const address = new URL(uri)
    expect(decodeURIComponent(address.pathname)).toBe(`/Cole, Reyes & Co:${lender.email}`)
    expect(address.searchParams.get('secret')).toBe(secret)
    expect(address.searchParams.get('issuer')).toBe('Cole, Reyes & Co')
    expect(await lender.call('getCurrentUser')).toMatchObject({ hasTwoFactor: 'false' })
    expect((await signIn(lender)).status).toBe(200)

    const reply = await lender.send('confirmTwoFactor', { body: { code: wrongCode(secret) } })
    expect(reply.status).toBe(400)
    expect(readRefusal(reply)).toEqual({
      message: notRight,
      code: 'invalid',
      fields: { code: notRight },
    })
    const spaced = currentCode(secret).replace(/^.../, '$& ')
    const { recoveryCodes } = await lender.call('confirmTwoFactor', { body: { code: spaced } })
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes)
      expect(code).toMatch(/^([a-km-np-z2-9]{5}-){4}[a-km-np-z2-9]{5}$/)
    expect(await lender.call('getCurrentUser')).toMatchObject({ hasTwoFactor: 'true' })
  })

  it('replaces the two-factor secret on each request until setup is confirmed', async () => {
    const lender = await desk.makeLender()
    const body = { currentPassword: lender.password }
    const { secret: first } = await lender.call('startTwoFactor', { body })
    const { secret: second } = await lender.call('startTwoFactor', { body })
    expect(first).not.toBe(second)
    const stale = { code: currentCode(first) }
    expect(await lender.refusal('confirmTwoFactor', { body: stale })).toBe(`400: ${notRight}`)
    await lender.call('confirmTwoFactor', { body: { code: currentCode(second) } })
    expect(await lender.refusal('startTwoFactor', { body })).toBe(
      '409: Two-factor sign-in is already on',
    )
    expect(await lender.refusal('confirmTwoFactor', { body: { code: currentCode(second) } })).toBe(
      '409: Two-factor sign-in is already on',
    )
  })

  it("rejects a confirmation if two-factor setup hasn't been started", async () => {
    security('2.3.1')
    const lender = await desk.makeLender()
    expect(await lender.refusal('confirmTwoFactor', { body: { code: '123456' } })).toBe(
      '409: Start the setup again',
    )
    const body = { currentPassword: lender.password }
    for (const call of ['renewRecoveryCodes', 'endTwoFactor'] as const)
      expect(await lender.refusal(call, { body: { ...body, code: '123456' } })).toBe(
        "409: Two-factor sign-in isn't on",
      )
  })

  it('confirms two-factor setup only once, even for ten concurrent requests', async () => {
    const lender = await desk.makeLender()
    const { secret } = await lender.call('startTwoFactor', {
      body: { currentPassword: lender.password },
    })
    const callers = await Promise.all(Array.from({ length: 10 }, () => desk.signIn(lender)))
    const body = { code: currentCode(secret) }
    const replies = await Promise.all(
      callers.map((each) => each.send('confirmTwoFactor', { body })),
    )
    const statuses = replies.map((reply) => reply.status).toSorted()
    expect(statuses[0]).toBe(200)
    // The later requests fail, because two-factor sign-in is already on or because their session has ended.
    for (const status of statuses.slice(1)) expect([401, 409]).toContain(status)
    const kept = await desk.rows('select 1 from recovery_codes where user_id = $1', [lender.id])
    expect(kept).toHaveLength(10)
  })

  it('stores recovery codes only as hashes', async () => {
    security('6.5.2')
    const lender = await desk.makeLender()
    const { recoveryCodes } = await turnOn(lender)
    const kept = await desk.rows<object>('select * from recovery_codes where user_id = $1', [
      lender.id,
    ])
    for (const code of recoveryCodes) {
      expect(JSON.stringify(kept)).not.toContain(code)
      expect(JSON.stringify(kept)).not.toContain(code.replaceAll('-', ''))
    }
  })
})

describe('signing in', () => {
  it('asks for a code after the correct password and signs in when the code is valid', async () => {
    security('6.3.3')
    const lender = await desk.makeLender()
    const { secret } = await turnOn(lender)
    expect(await refusalOf(lender)).toBe(required)
    expect(await refusalOf(lender, wrongCode(secret))).toBe(wrong)
    await forgetCodes(desk, lender)
    const reply = await signIn(lender, currentCode(secret))
    expect(reply.status).toBe(200)
    expect(JSON.parse(reply.text)).toMatchObject({ id: lender.id, hasTwoFactor: 'true' })
  })

  it("doesn't reveal that a second factor exists until the password is correct", async () => {
    const lender = await desk.makeLender()
    const { secret, recoveryCodes } = await turnOn(lender)
    await forgetCodes(desk, lender)
    for (const code of [undefined, currentCode(secret), wrongCode(secret), recoveryCodes[0]]) {
      const body = { email: lender.email, password: 'wrong', code }
      expect(await desk.visitor().refusal('login', { body })).toBe(wrongCredentials)
      const unknown = { ...body, email: newEmail() }
      expect(await desk.visitor().refusal('login', { body: unknown })).toBe(wrongCredentials)
    }
    await desk.rows('update users set deactivated_at = now() where id = $1', [lender.id])
    expect(await refusalOf(lender)).toBe('401 unauthorized: Invalid email or password')
  })

  it('accepts each authenticator code only once', async () => {
    security('6.5.1')
    const lender = await desk.makeLender()
    const { secret, code: first } = await turnOn(lender)
    expect(await refusalOf(lender, first)).toBe(wrong)
    await forgetCodes(desk, lender)
    const code = currentCode(secret)
    const replies = await Promise.all(Array.from({ length: 10 }, () => signIn(lender, code)))
    const statuses = replies.map((reply) => reply.status).toSorted()
    expect(statuses).toEqual([200, ...Array<number>(9).fill(401)])
    expect(await refusalOf(lender, code)).toBe(wrong)
  })

  it("accepts current authenticator codes even if an earlier code was accepted while the server's clock was hours ahead", async () => {
    const lender = await desk.makeLender()
    const { secret } = await turnOn(lender)
    await desk.rows('update two_factors set last_step = last_step + 480 where user_id = $1', [
      lender.id,
    ])
    const code = currentCode(secret)
    expect((await signIn(lender, code)).status).toBe(200)
    expect(await refusalOf(lender, code)).toBe(wrong)
  })

  it('rejects authenticator codes for other users or other times', async () => {
    const [lender, other] = [await desk.makeLender(), await desk.makeLender()]
    const own = await turnOn(lender)
    const theirs = await turnOn(other)
    await forgetCodes(desk, lender)
    for (const code of [theirs.recoveryCodes[0], '', '0', 'x'.repeat(51)])
      expect((await signIn(lender, code)).status).toBeGreaterThanOrEqual(400)
    await desk.rows('update two_factors set confirmed_at = null where user_id = $1', [lender.id])
    expect((await signIn(lender)).status).toBe(200)
    expect(own.secret).not.toBe(theirs.secret)
  })

  it('rejects a sign-in that started before two-factor sign-in was turned on', async () => {
    const lender = await desk.makeLender()
    const { secret } = await lender.call('startTwoFactor', {
      body: { currentPassword: lender.password },
    })
    // These sign-ins are in progress when two-factor sign-in is turned on, so each must fail or require a code.
    const [confirmed, ...started] = await Promise.all([
      lender.send('confirmTwoFactor', { body: { code: currentCode(secret) } }),
      ...Array.from({ length: 12 }, () => signIn(lender)),
    ])
    expect(confirmed.status).toBe(200)
    for (const reply of started) {
      const cookie = reply.headers['set-cookie']?.[0]?.split(';')[0] ?? null
      const seen = await desk.visitor().request('GET', '/api/auth/user', { cookie })
      expect(seen.status).toBe(401)
    }
  })
})

describe('recovery codes', () => {
  it('accepts each recovery code only once in place of an app code, regardless of spacing and letter case', async () => {
    const lender = await desk.makeLender()
    const { recoveryCodes } = await turnOn(lender)
    const [first = '', second = '', third = '', fourth = ''] = recoveryCodes
    const typed = [
      first,
      second.replaceAll('-', ''),
      ` ${third.toUpperCase().replaceAll('-', ' ')} `,
    ]
    for (const code of typed) {
      expect((await signIn(lender, code)).status).toBe(200)
      expect(await refusalOf(lender, code)).toBe(wrong)
    }
    const left = await desk.rows('select 1 from recovery_codes where user_id = $1', [lender.id])
    expect(left).toHaveLength(7)
    const again = await signIn(lender, fourth)
    expect(JSON.parse(again.text)).toMatchObject({ recoveryCodesLeft: 6 })
  })

  it('accepts a recovery code only once, even for ten concurrent requests', async () => {
    security('6.5.1')
    const lender = await desk.makeLender()
    const { recoveryCodes } = await turnOn(lender)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => signIn(lender, recoveryCodes[0])),
    )
    const statuses = replies.map((reply) => reply.status).toSorted()
    expect(statuses).toEqual([200, ...Array<number>(9).fill(401)])
  })

  it('replaces recovery codes after checking the password and an authenticator code', async () => {
    const lender = await desk.makeLender()
    const { secret, recoveryCodes: first } = await turnOn(lender)
    const currentPassword = lender.password
    await forgetCodes(desk, lender)
    const ofApplication = { currentPassword, code: currentCode(secret) }
    const { recoveryCodes: second } = await lender.call('renewRecoveryCodes', {
      body: ofApplication,
    })
    expect(second).toHaveLength(10)
    expect(await lender.refusal('renewRecoveryCodes', { body: ofApplication })).toBe(
      `400: ${notRight}`,
    )
    expect(await refusalOf(lender, first[0])).toBe(wrong)
    const ofList = { currentPassword, code: second[0] ?? '' }
    const { recoveryCodes: third } = await lender.call('renewRecoveryCodes', { body: ofList })
    for (const ended of [first[1], second[0], second[1]])
      expect(await refusalOf(lender, ended)).toBe(wrong)
    expect((await signIn(lender, third[0])).status).toBe(200)
  })

  it("doesn't replace recovery codes without the password", async () => {
    security('6.3.3', '7.5.1')
    const lender = await desk.makeLender()
    const { secret, code: used, recoveryCodes } = await turnOn(lender)
    const other = await turnOn(await desk.makeLender())
    const currentPassword = lender.password
    const reply = await lender.send('renewRecoveryCodes', { body: { currentPassword } })
    expect([reply.status, readRefusal(reply).fields]).toEqual([400, { code: 'Code is required' }])
    for (const code of [wrongCode(secret), used, other.recoveryCodes[0] ?? '', 'abcde']) {
      const refused = await lender.send('renewRecoveryCodes', { body: { currentPassword, code } })
      expect([refused.status, readRefusal(refused).fields]).toEqual([400, { code: notRight }])
    }
    const [own = ''] = recoveryCodes
    const wrongPassword = { currentPassword: 'wrong', code: own }
    expect(await lender.refusal('renewRecoveryCodes', { body: wrongPassword })).toBe(
      "400: Your current password isn't right",
    )
    expect(await lender.call('getCurrentUser')).toMatchObject({ hasTwoFactor: 'true' })
    for (const code of recoveryCodes) expect((await signIn(lender, code)).status).toBe(200)
  })

  it('ends all other sessions when recovery codes are replaced and gives the current session a new id', async () => {
    security('7.4.3')
    const here = await desk.makeLender()
    const [code = '', another = ''] = (await turnOn(here)).recoveryCodes
    const elsewhere = desk.visitor()
    const { email, password } = here
    await elsewhere.call('login', { body: { email, password, code } })
    const old = here.cookie
    const body = { currentPassword: password, code: another }
    await here.call('renewRecoveryCodes', { body })
    expect(here.cookie).not.toBe(old)
    expect(await elsewhere.refusal('getCurrentUser')).toBe(signedOut)
    const before = await desk.visitor().request('GET', '/api/auth/user', { cookie: old })
    expect(before.status).toBe(401)
    expect(await here.call('getCurrentUser')).toMatchObject({ hasTwoFactor: 'true' })
    expect(await here.call('listSessions')).toHaveLength(1)
  })
})

describe('turning off two-factor sign-in', () => {
  it('requires the password and a code to turn off two-factor sign-in, and then ends the other sessions', async () => {
    security('7.4.3', '7.5.1')
    const here = await desk.makeLender()
    const { secret, recoveryCodes } = await turnOn(here)
    const elsewhere = desk.visitor()
    const [code = '', another = ''] = recoveryCodes
    await elsewhere.call('login', {
      body: { email: here.email, password: here.password, code },
    })
    const currentPassword = here.password
    expect(
      await here.refusal('endTwoFactor', { body: { currentPassword: 'wrong', code: another } }),
    ).toBe("400: Your current password isn't right")
    expect(
      await here.refusal('endTwoFactor', { body: { currentPassword, code: wrongCode(secret) } }),
    ).toBe(`400: ${notRight}`)
    const old = here.cookie
    const reply = await here.send('endTwoFactor', { body: { currentPassword, code: another } })
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect(here.cookie).not.toBe(old)
    expect(await here.call('getCurrentUser')).toMatchObject({ hasTwoFactor: 'false' })
    expect(await elsewhere.refusal('getCurrentUser')).toBe(signedOut)
    expect((await signIn(here)).status).toBe(200)
    expect(await desk.rows('select 1 from recovery_codes where user_id = $1', [here.id])).toEqual(
      [],
    )
  })
})

describe('an administrator', () => {
  it('turns off two-factor sign-in for a locked-out user, signs the user out, and notifies the user by email', async () => {
    security('6.4.4', '7.4.3')
    const admin = await desk.makeAdmin()
    const lender = await desk.makeLender()
    await turnOn(lender)
    const params = { id: lender.id }
    const find = async () => (await admin.call('listUsers')).find(({ id }) => id === lender.id)
    expect(await find()).toMatchObject({ hasTwoFactor: 'true' })
    expect(await admin.call('resetTwoFactor', { params })).toMatchObject({
      id: lender.id,
      hasTwoFactor: 'false',
    })
    expect(await lender.refusal('getCurrentUser')).toBe(signedOut)
    expect((await signIn(lender)).status).toBe(200)
    await admin.call('resetTwoFactor', { params })
    const mails = await desk.rows<{ subject: string; body: string }>(
      'select subject, body from mails where recipient = $1',
      [lender.email],
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('Cole, Reyes & Co: Two-factor sign-in was turned off')
    expect(mails[0]?.body).toContain('You now sign in with your password alone')
  })

  it("doesn't turn off two-factor sign-in for the calling administrator or for an unknown account", async () => {
    security('6.4.4')
    const admin = await desk.makeAdmin()
    await turnOn(admin)
    expect(await admin.refusal('resetTwoFactor', { params: { id: admin.id } })).toBe(
      "409: You can't reset your own two-factor sign-in. Ask another administrator.",
    )
    const params = { id: '3f2a1c9e-5b7d-4e8a-9c0b-1d2e3f4a5b6c' }
    expect(await admin.refusal('resetTwoFactor', { params })).toBe('404: The user was not found')
    expect(await admin.call('getCurrentUser')).toMatchObject({ hasTwoFactor: 'true' })
  })
})

it('logs no error during two-factor sign-ins', () => {
  expect(desk.errors).toEqual([])
})
