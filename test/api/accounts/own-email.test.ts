/**
 * Only a sole administrator can change their own email address. For all other users, another administrator has to do
 * it.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newEmail, type Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaits } from '#test/support/lock-waits.ts'
import { noticesOf } from '#test/support/notices.ts'
import { security } from '#test/support/requirements.ts'
import { turnOn } from '#test/support/second-factor.ts'
import { by, entriesOf } from '#test/support/trail.ts'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(async () => {
  expect(desk.errors).toEqual([])
  await desk.close()
})
beforeEach(async () => {
  await desk.rows('update users set is_admin = false')
  admin = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Reyes' })
})

const bodyFor = (person: Person, email = newEmail()) => ({
  body: { email, currentPassword: person.password },
})
const canChange = async (person: Person) => (await person.call('getCurrentUser')).canChangeEmail
const anothersToChange = '409: Ask another administrator to change your email address'

describe('a sole administrator', () => {
  it("changes a sole administrator's email address after checking the password and ends all other sessions", async () => {
    security('7.5.1')
    const elsewhere = await desk.signIn(admin)
    const { cookie } = admin
    const email = newEmail()
    const entries = await entriesOf(admin, async () => {
      const changed = await admin.call('changeOwnEmail', bodyFor(admin, ` ${email} `))
      expect(changed).toMatchObject({ id: admin.id, email, canChangeEmail: 'true' })
    })
    expect(entries).toMatchObject([
      {
        kind: 'accountChanged',
        ...by(admin),
        personId: admin.id,
        before: { email: admin.email },
        after: { email },
      },
    ])
    expect(admin.cookie).not.toBe(cookie)
    expect(await admin.call('listSessions')).toHaveLength(1)
    expect(await elsewhere.refusal('getCurrentUser')).toBe('401: Unauthorized: please sign in')
    const old = { email: admin.email, password: admin.password }
    expect((await desk.visitor().send('login', { body: old })).status).toBe(401)
    await desk.signIn(Object.assign(admin, { email }))
  })

  it('notifies only the old address when an email address changes', async () => {
    const email = newEmail()
    await admin.call('changeOwnEmail', bodyFor(admin, email))
    const mails = await desk.rows<{ recipient: string; body: string }>(
      'select recipient, body from mails where recipient = any($1)',
      [[admin.email, email]],
    )
    expect(mails.map(({ recipient }) => recipient)).toEqual([admin.email])
    expect(mails[0]?.body).toContain(
      `You changed your email address from ${admin.email} to ${email} at Paripassu on `,
    )
    expect(mails[0]?.body).toContain("If you didn't expect this, contact desk@example.com")
    expect(await noticesOf(admin)).toEqual([])
  })

  it('invalidates reset links sent to the old email address', async () => {
    await desk.visitor().call('requestPasswordReset', { body: { email: admin.email } })
    await admin.call('changeOwnEmail', bodyFor(admin))
    const links = `select 1 from password_resets where user_id = $1
      union all select 1 from mails where user_id = $1 and sent_at is null`
    expect(await desk.rows(links, [admin.id])).toEqual([])
  })

  it('keeps two-factor sign-in when the email address changes', async () => {
    await turnOn(admin)
    await admin.call('changeOwnEmail', bodyFor(admin))
    expect(await admin.call('getCurrentUser')).toMatchObject({ hasTwoFactor: 'true' })
  })

  it('reports the errors in an email change by field and changes nothing', async () => {
    security('7.5.1')
    const other = await desk.makeLender()
    const refusalOf = async (body: object) => {
      const reply = await admin.send('changeOwnEmail', { body })
      return { status: reply.status, ...readRefusal(reply) }
    }
    const { body } = bodyFor(admin)
    expect(await refusalOf({ ...body, currentPassword: 'wrong' })).toMatchObject({
      status: 400,
      fields: { currentPassword: "Your current password isn't right" },
    })
    expect(await refusalOf({ ...body, email: admin.email.toUpperCase() })).toMatchObject({
      status: 400,
      fields: { email: 'This is already your email address' },
    })
    expect(await refusalOf({ ...body, email: 'nowhere' })).toMatchObject({
      status: 400,
      fields: { email: 'Please enter a valid email address' },
    })
    expect(await refusalOf({ ...body, email: other.email.toUpperCase() })).toEqual({
      status: 409,
      code: 'email_taken',
      message: 'An account with this email already exists',
    })
    expect(await admin.call('getCurrentUser')).toMatchObject({ email: admin.email })
    expect(await desk.rows('select 1 from mails where recipient = $1', [admin.email])).toEqual([])
  })

  it("rejects a sole administrator's email change through the users list, which doesn't ask for a password", async () => {
    const params = { id: admin.id }
    expect(await admin.refusal('updateUser', { params, body: { email: newEmail() } })).toBe(
      '409: Change your own email address on your profile',
    )
  })
})

describe('everyone except a sole administrator', () => {
  it("requires another administrator to change an administrator's email address", async () => {
    expect(await canChange(admin)).toBe('true')
    const second = await desk.makeAdmin()
    for (const person of [admin, second]) {
      expect(await canChange(person)).toBe('false')
      expect(await person.refusal('changeOwnEmail', bodyFor(person))).toBe(anothersToChange)
    }
    await desk.rows('update users set deactivated_at = now() where id = $1', [second.id])
    expect(await canChange(admin)).toBe('true')
    await admin.call('changeOwnEmail', bodyFor(admin))
  })

  it('directs a lender who wants to change their email address to an administrator', async () => {
    for (const person of [await desk.makeLender(), await desk.makePending()]) {
      expect(await canChange(person)).toBe('false')
      expect(await person.refusal('changeOwnEmail', bodyFor(person))).toBe(
        '409: Ask an administrator to change your email address',
      )
    }
  })

  it('rejects an email change by a sole administrator while a second administrator is being created', async () => {
    const lender = await desk.makeLender()
    const promoting = await desk.db.$client.connect()
    await promoting.query('begin')
    // Locks the account and every administrator first, as `updateUser` does.
    await promoting.query('select 1 from users where id = any($1) for no key update', [
      [admin.id, lender.id],
    ])
    await promoting.query('update users set is_admin = true where id = $1', [lender.id])
    const refusal = admin.refusal('changeOwnEmail', bodyFor(admin))
    await somebodyWaits(desk.db)
    await promoting.query('commit')
    promoting.release()
    expect(await refusal).toBe(anothersToChange)
  })

  it('rejects an email change by a sole administrator while another administrator is being reactivated', async () => {
    const second = await desk.makeAdmin()
    await desk.rows('update users set deactivated_at = now() where id = $1', [second.id])
    const holding = await desk.db.$client.connect()
    await holding.query('begin')
    await holding.query('select 1 from users where id = $1 for no key update', [admin.id])
    const reactivated = admin.call('reactivateUser', { params: { id: second.id } })
    await somebodyWaits(desk.db)
    const refusal = admin.refusal('changeOwnEmail', bodyFor(admin))
    await somebodyWaits(desk.db, 2)
    await holding.query('commit')
    holding.release()
    expect(await reactivated).toMatchObject({ deactivatedAt: null })
    expect(await refusal).toBe(anothersToChange)
  })
})

it('limits the number of wrong passwords in requests to change an email address', async () => {
  const strict = await openDesk()
  try {
    const person = await strict.makeAdmin()
    const body = { email: newEmail(), currentPassword: 'wrong' }
    for (let guess = 0; guess < 10; guess += 1)
      expect((await person.send('changeOwnEmail', { body })).status).toBe(400)
    expect((await person.send('changeOwnEmail', bodyFor(person))).status).toBe(429)
  } finally {
    await strict.close()
  }
})
