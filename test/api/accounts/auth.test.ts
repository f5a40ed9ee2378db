import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEmail } from '#test/support/builders.ts'
import { readJson, readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security, spec } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())

const ada = { firstName: 'Ada', lastName: 'Cole', password: 'long enough' }

describe('registration', () => {
  it('creates a pending account and signs in its owner', async () => {
    spec('1.7', '3.2', '7.8', '7.10')
    const visitor = desk.visitor()
    const email = newEmail()
    const user = await visitor.call('register', { body: { ...ada, email } })
    expect(user).toMatchObject({
      firstName: 'Ada',
      lastName: 'Cole',
      email,
      isAdmin: 'false',
      isApproved: 'false',
      profileImageUrl: null,
    })
    expect(JSON.stringify(user)).not.toContain('assword')
    expect(await visitor.call('getCurrentUser')).toEqual(user)
    const [row] = await desk.rows<{ terms_version: string; password: string }>(
      'select terms_version, password from users where email = $1',
      [email],
    )
    expect(row?.terms_version).toMatch(/\S/)
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('returns 201 for a registration', async () => {
    const reply = await desk.visitor().send('register', { body: { ...ada, email: newEmail() } })
    expect(reply.status).toBe(201)
  })

  it('trims the names in a registration and keeps the email address as entered', async () => {
    const email = `Ada.${randomUUID()}@Example.com`
    const user = await desk.visitor().call('register', {
      body: { ...ada, firstName: '  Ada ', email: ` ${email} ` },
    })
    expect(user).toMatchObject({ firstName: 'Ada', email })
  })

  it('accepts each email address only once, regardless of letter case', async () => {
    const email = newEmail()
    await desk.visitor().call('register', { body: { ...ada, email } })
    for (const again of [email, email.toUpperCase(), ` ${email}`]) {
      const reply = await desk.visitor().send('register', { body: { ...ada, email: again } })
      expect(reply.status).toBe(409)
      expect(readRefusal(reply)).toEqual({
        message: 'An account with this email already exists',
        code: 'email_taken',
      })
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
  })

  it('accepts each email address only once, even for ten concurrent requests', async () => {
    const email = newEmail()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        desk.visitor().send('register', { body: { ...ada, email } }),
      ),
    )
    const statuses = replies.map((reply) => reply.status).toSorted()
    expect(statuses).toEqual([201, ...Array<number>(9).fill(409)])
  })

  it('reports missing registration fields with the same messages as the form', async () => {
    const reply = await desk.visitor().send('register', {
      body: { firstName: ' ', email: 'ada', password: '1234567' },
    })
    expect(reply.status).toBe(400)
    expect(readRefusal(reply)).toEqual({
      message: 'First name is required',
      code: 'invalid',
      fields: {
        firstName: 'First name is required',
        lastName: 'Last name is required',
        email: 'Please enter a valid email address',
        password: 'Password must be at least 8 characters',
      },
    })
  })

  it("rejects the most common passwords and those based on the owner's name or email address", async () => {
    security('6.2.4')
    const email = `${randomUUID()}@example.com`
    const tooCommon = 'This is one of the most common passwords. Choose another.'
    const wellKnown = 'This password is your name or email address. Choose another.'
    for (const [password, message] of [
      ['Password1', tooCommon],
      ['administrator', tooCommon],
      [email.toUpperCase(), wellKnown],
      [email.split('@')[0] ?? '', wellKnown],
    ]) {
      const reply = await desk.visitor().send('register', { body: { ...ada, email, password } })
      expect(reply.status).toBe(400)
      expect(readRefusal(reply)).toEqual({
        message,
        code: 'invalid',
        fields: { password: message },
      })
    }
    await desk.visitor().call('register', { body: { ...ada, email } })
  })

  it('never creates an administrator or an approved account, even if the request asks for it', async () => {
    security('8.2.3', '15.3.3')
    const body = { ...ada, email: newEmail(), isAdmin: 'true', isApproved: 'true', id: 'x' }
    const user = readJson(await desk.visitor().send('register', { body }))
    expect(user).toMatchObject({ isAdmin: 'false', isApproved: 'false' })
  })
})

describe('signing in', () => {
  it('ignores the letter case of the email address at sign-in', async () => {
    spec('1.8', '7.9')
    const lender = await desk.makeLender()
    const user = await desk.visitor().call('login', {
      body: { email: lender.email.toUpperCase(), password: lender.password },
    })
    expect(user).toMatchObject({ id: lender.id, isApproved: 'true', isAdmin: 'false' })
  })

  it('returns the same response for an unknown email address and a wrong password', async () => {
    const lender = await desk.makeLender()
    const bodies = [
      { email: lender.email, password: 'wrong' },
      { email: newEmail(), password: lender.password },
      { email: lender.email, password: `${lender.password} ` },
      { email: lender.email, password: lender.password.toUpperCase() },
    ]
    for (const body of bodies) {
      const reply = await desk.visitor().send('login', { body })
      expect(reply.status).toBe(401)
      expect(readRefusal(reply)).toEqual({
        message: 'Invalid email or password',
        code: 'unauthorized',
      })
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
  })

  // Response times must not reveal which email addresses have accounts. The test compares a ratio, which doesn't depend
  // on the machine's speed.
  it('takes as long to reject an unknown email address as to reject a wrong password', async () => {
    // The account is registered through the API so that its hash takes as long to compute as in production.
    const registered = newEmail()
    await desk.visitor().call('register', {
      body: { firstName: 'Ada', lastName: 'Cole', email: registered, password: 'long enough' },
    })
    const timeMs = async (email: string) => {
      const start = performance.now()
      await desk.visitor().send('login', { body: { email, password: 'wrong' } })
      return performance.now() - start
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 15; round += 1) {
      known.push(await timeMs(registered))
      unknown.push(await timeMs(newEmail()))
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[7] ?? 0
    // Without a decoy hash, the response for an unknown email address would be about ten times as fast.
    expect(median(unknown)).toBeGreaterThan(median(known) / 3)
    expect(median(unknown)).toBeLessThan(median(known) * 3)
  })

  it('rejects sign-ins to a deactivated account as if the password were wrong, and ends its existing sessions', async () => {
    const lender = await desk.makeLender()
    await desk.rows('update users set deactivated_at = now() where id = $1', [lender.id])
    expect(await lender.refusal('getCurrentUser')).toBe('401: Unauthorized: please sign in')
    const body = { email: lender.email, password: lender.password }
    expect(await desk.visitor().refusal('login', { body })).toBe('401: Invalid email or password')
  })

  it('signs in a pending lender, whose account stays pending', async () => {
    spec('6.3')
    const pending = await desk.makePending()
    expect(await pending.call('getCurrentUser')).toMatchObject({ isApproved: 'false' })
    expect(await pending.call('listOwnCommitments')).toEqual([])
    const loan = await desk.makeLoan()
    const body = { loanId: loan.id, percentage: '1' }
    expect(await pending.refusal('createCommitment', { body })).toBe(
      '403: Your account is awaiting approval',
    )
  })
})

describe("a user's own profile", () => {
  it('updates only the names in a profile, after trimming them', async () => {
    const pending = await desk.makePending()
    const before = await pending.call('getCurrentUser')
    const body = { firstName: ' Grace ', lastName: 'Hall', email: 'x@example.com', isAdmin: 'true' }
    const reply = await pending.send('updateProfile', { body })
    expect(reply.status).toBe(200)
    const after = { ...before, firstName: 'Grace', lastName: 'Hall' }
    expect(readJson(reply)).toEqual(after)
    expect(await pending.call('getCurrentUser')).toEqual(after)
  })

  it('updates only the submitted profile fields, including the email setting', async () => {
    const lender = await desk.makeLender({ firstName: 'Lena', lastName: 'Brook' })
    const before = await lender.call('getCurrentUser')
    expect(before.notifyByEmail).toBe('true')
    const quiet = await lender.call('updateProfile', { body: { notifyByEmail: 'false' } })
    expect(quiet).toEqual({ ...before, notifyByEmail: 'false' })
    await lender.call('updateProfile', { body: { lastName: 'Field' } })
    expect(await lender.call('updateProfile', { body: {} })).toEqual({
      ...before,
      lastName: 'Field',
      notifyByEmail: 'false',
    })
    const body = { notifyByEmail: 'yes' }
    expect(await lender.refusal('updateProfile', { body })).toBe("400: Must be 'true' or 'false'")
  })

  it('requires first and last names in a profile', async () => {
    const lender = await desk.makeLender()
    const body = { firstName: '', lastName: 'x'.repeat(101) }
    const reply = await lender.send('updateProfile', { body })
    expect(readRefusal(reply)).toEqual({
      message: 'First name is required',
      code: 'invalid',
      fields: { firstName: 'First name is required', lastName: 'Must be at most 100 characters' },
    })
  })
})

describe('password changes', () => {
  const newPassword = 'another good one'

  it('ends all other sessions when the password changes, and gives the current session a new id', async () => {
    security('6.2.2', '7.4.3')
    const here = await desk.makeLender()
    const elsewhere = await desk.signIn(here)
    const oldCookie = here.cookie
    const body = { currentPassword: here.password, newPassword }
    expect((await here.send('changePassword', { body })).status).toBe(204)
    expect(here.cookie).not.toBe(oldCookie)
    expect(await here.call('getCurrentUser')).toMatchObject({ id: here.id })
    expect(await elsewhere.refusal('getCurrentUser')).toBe('401: Unauthorized: please sign in')
    const stale = await desk.visitor().request('GET', '/api/auth/user', { cookie: oldCookie })
    expect(stale.status).toBe(401)
    expect(await desk.visitor().refusal('login', { body: here })).toBe(
      '401: Invalid email or password',
    )
    await desk.visitor().call('login', { body: { email: here.email, password: newPassword } })
  })

  it('requires the current password for a password change', async () => {
    security('6.2.3', '7.5.1')
    const lender = await desk.makeLender()
    const body = { currentPassword: 'wrong', newPassword }
    const reply = await lender.send('changePassword', { body })
    expect(reply.status).toBe(400)
    expect(readRefusal(reply)).toEqual({
      message: "Your current password isn't right",
      code: 'invalid',
      fields: { currentPassword: "Your current password isn't right" },
    })
    await desk.signIn(lender)
  })

  it('rejects a new password that is too common', async () => {
    const lender = await desk.makeLender()
    const reply = await lender.send('changePassword', {
      body: { currentPassword: lender.password, newPassword: 'qwertyuiop' },
    })
    const message = 'This is one of the most common passwords. Choose another.'
    expect(reply.status).toBe(400)
    expect(readRefusal(reply).fields).toEqual({ newPassword: message })
    await desk.signIn(lender)
  })

  it('rejects a new password shorter than 8 characters', async () => {
    security('6.2.1')
    const lender = await desk.makeLender()
    const body = { currentPassword: lender.password, newPassword: 'short' }
    expect(await lender.refusal('changePassword', { body })).toBe(
      '400: Password must be at least 8 characters',
    )
  })
})
