import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEmail } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security, spec } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())

const signedOut = '401: Unauthorized: please sign in'

describe('the list of accounts', () => {
  it('lists accounts newest first, with names and email addresses but never passwords', async () => {
    spec('3.3', '7.31')
    security('8.2.3', '15.3.1')
    const admin = await desk.makeAdmin()
    const lender = await desk.makeLender({ firstName: 'Lena', lastName: 'Brook' })
    const email = `"a@b".${randomUUID()}@example.com`
    await desk.rows('update users set email = $1 where id = $2', [email, lender.id])
    const users = await admin.call('listUsers')
    expect(users.map((user) => user.id).slice(0, 2)).toEqual([lender.id, admin.id])
    expect(users[0]).toEqual({
      id: lender.id,
      firstName: 'Lena',
      lastName: 'Brook',
      name: 'Lena Brook',
      email,
      username: email.replace('@example.com', ''),
      companyName: null,
      firmId: expect.any(String),
      firmName: null,
      firmRole: 'manager',
      isAdmin: 'false',
      isApproved: 'true',
      hasTwoFactor: 'false',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      deactivatedAt: null,
      lastSignInAt: expect.stringMatching(/Z$/),
      bindingCommitments: 0,
      bindingAmount: '0.00',
      softAmount: '0.00',
      records: 0,
    })
    expect(JSON.stringify(users)).not.toMatch(/argon2|assword/)
  })

  it('shows when each user last signed in', async () => {
    const admin = await desk.makeAdmin()
    const { id, email, password } = await desk.makeLender()
    const names = { firstName: 'Rosa', lastName: 'Field' }
    const newcomer = { ...names, email: newEmail(), password: 'long enough' }
    const registered = await desk.visitor().call('register', { body: newcomer })
    await admin.call('approveUser', { params: { id: registered.id } })
    const lastSignIns = async (query: { limit?: string } = {}) => {
      const listed = await admin.call('listUsers', { query })
      return [id, registered.id].map(
        (each) => listed.find((user) => user.id === each)?.lastSignInAt,
      )
    }
    const [first] = await lastSignIns()
    await desk.visitor().call('login', { body: { email, password } })
    const [second, ofNewcomer] = await lastSignIns({ limit: '5' })
    expect(Date.parse(second ?? '')).toBeGreaterThan(Date.parse(first ?? ''))
    expect(ofNewcomer).toBeNull()
    expect(await lastSignIns()).toEqual([second, null])
  })

  it('shows how many records and how much binding and soft each user has', async () => {
    const admin = await desk.makeAdmin()
    const lender = await desk.makeLender()
    const loan = await desk.makeLoan({ amount: '1000000.25' })
    await desk.makeCommitment(lender, loan)
    await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
    const ended = await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
    await lender.call('withdrawCommitment', { params: { id: ended.id } })
    await lender.call('createMessage', { body: { loanId: loan.id, message: 'When?' } })
    const answer = { loanId: loan.id, message: 'In May.', recipientId: lender.id }
    await admin.call('createMessage', { body: answer })
    const users = await admin.call('listUsers')
    const of = (id: string) => users.find((user) => user.id === id)
    expect(of(lender.id)).toMatchObject({
      ...{ bindingCommitments: 1, bindingAmount: '100000.03', softAmount: '100000.03', records: 5 },
    })
    expect(of(admin.id)).toMatchObject({ bindingCommitments: 0, softAmount: '0.00', records: 1 })
  })
})

describe('approval of an account', () => {
  it('lists pending accounts, oldest first, until they are approved', async () => {
    spec('3.16', '4.11', '7.32', '7.33')
    const admin = await desk.makeAdmin()
    await desk.makeLender()
    const [first, second] = [await desk.makePending(), await desk.makePending()]
    const waiting = async () => (await admin.call('listPendingUsers')).map((user) => user.id)
    expect(await waiting()).toEqual([first.id, second.id])
    expect((await admin.call('listPendingUsers'))[0]).toEqual({
      id: first.id,
      firstName: 'Lena',
      lastName: 'Brook',
      email: first.email,
      companyName: null,
      firmId: expect.any(String),
      firmName: null,
      firmRole: 'manager',
      colleagues: expect.any(Array),
      invitation: null,
      bindingCommitments: 0,
      createdAt: expect.any(String),
    })
    const approved = await admin.call('approveUser', { params: { id: first.id } })
    expect(approved).toMatchObject({ id: first.id, isApproved: 'true', isAdmin: 'false' })
    expect(await waiting()).toEqual([second.id])
    expect(await first.call('getCurrentUser')).toMatchObject({ isApproved: 'true' })
  })

  it('notifies a user of approval only once', async () => {
    spec('7.33')
    const admin = await desk.makeAdmin()
    const pending = await desk.makePending()
    for (let time = 0; time < 2; time += 1)
      await admin.call('approveUser', { params: { id: pending.id } })
    expect(await pending.call('listNotifications')).toMatchObject([
      {
        type: 'approved',
        relatedUserId: pending.id,
        message: 'Your account was approved. You can now commit to loans.',
      },
    ])
    expect(await admin.refusal('approveUser', { params: { id: randomUUID() } })).toBe(
      '404: The user was not found',
    )
  })

  it("ends the user's sessions and keeps the user's commitments when approval is withdrawn", async () => {
    const admin = await desk.makeAdmin()
    const lender = await desk.makeLender()
    await desk.makeCommitment(lender, await desk.makeLoan())
    const params = { id: lender.id }
    const body = { isApproved: 'false' } as const
    expect(await admin.call('updateUser', { params, body })).toMatchObject(body)
    expect(await lender.refusal('getCurrentUser')).toBe(signedOut)
    const again = await desk.signIn(lender)
    expect(await again.refusal('listLoanMessages', { params: { loanId: randomUUID() } })).toBe(
      '403: Your account is awaiting approval',
    )
    const waiting = await admin.call('listPendingUsers')
    expect(waiting.find(({ id }) => id === lender.id)).toMatchObject({ bindingCommitments: 1 })
  })

  it("doesn't approve a deactivated account", async () => {
    const admin = await desk.makeAdmin()
    const pending = await desk.makePending()
    await desk.rows('update users set deactivated_at = now() where id = $1', [pending.id])
    expect((await admin.call('listPendingUsers')).map(({ id }) => id)).not.toContain(pending.id)
    const refusal = '409: This account is deactivated. Reactivate it first.'
    const params = { id: pending.id }
    expect(await admin.refusal('approveUser', { params })).toBe(refusal)
    const body = { isApproved: 'true' }
    expect(await admin.refusal('updateUser', { params, body })).toBe(refusal)
  })
})

describe('account updates', () => {
  it('updates only the submitted fields of an account and keeps the user signed in', async () => {
    const admin = await desk.makeAdmin()
    const lender = await desk.makeLender({ firstName: 'Lena', lastName: 'Brook' })
    const params = { id: lender.id }
    const email = newEmail()
    const changed = await admin.call('updateUser', {
      params,
      body: { firstName: ' Grace ', email },
    })
    expect(changed).toMatchObject({ name: 'Grace Brook', email, isApproved: 'true' })
    expect(await lender.call('getCurrentUser')).toMatchObject({ firstName: 'Grace', email })
    const { lastName, isAdmin, isApproved } = changed
    await admin.call('updateUser', { params, body: { lastName, isAdmin, isApproved } })
    await admin.call('updateUser', { params, body: {} })
    expect(await lender.call('getCurrentUser')).toMatchObject({ firstName: 'Grace', email })
    await desk.signIn(Object.assign(lender, { email }))
  })

  it('rejects an email address that another account uses, regardless of letter case', async () => {
    const admin = await desk.makeAdmin()
    const [one, other] = [await desk.makeLender(), await desk.makeLender()]
    const body = { email: other.email.toUpperCase(), firstName: 'Never' }
    const reply = await admin.send('updateUser', { params: { id: one.id }, body })
    expect(reply.status).toBe(409)
    expect(readRefusal(reply)).toEqual({
      message: 'An account with this email already exists',
      code: 'email_taken',
    })
    expect(await one.call('getCurrentUser')).toMatchObject({ firstName: 'Lena' })
    const own = { email: one.email.toUpperCase() }
    expect(await admin.call('updateUser', { params: { id: one.id }, body: own })).toMatchObject(own)
  })

  it("doesn't let administrators change their own email addresses in the user list", async () => {
    security('7.5.1')
    const [admin, other] = [await desk.makeAdmin(), await desk.makeAdmin()]
    const params = { id: admin.id }
    const email = newEmail()
    for (const address of [email, other.email]) {
      const body = { firstName: 'Never', email: address }
      const reply = await admin.send('updateUser', { params, body })
      expect(reply.status).toBe(409)
      expect(readRefusal(reply)).toEqual({
        message: "You can't change your own email address. Ask another administrator.",
        code: 'own_account',
      })
    }
    expect(await admin.call('getCurrentUser')).toMatchObject({
      firstName: 'Olga',
      email: admin.email,
    })
    // A new value that differs from the account's email address only in letter case isn't a change.
    for (const same of [admin.email, ` ${admin.email.toUpperCase()} `]) {
      const body = { firstName: 'Una', email: same }
      expect(await admin.call('updateUser', { params, body })).toMatchObject({
        firstName: 'Una',
        email: same.trim(),
      })
    }
    expect(await other.call('updateUser', { params, body: { email } })).toMatchObject({ email })
  })

  it('deletes reset links that were sent to the old email address', async () => {
    const admin = await desk.makeAdmin()
    const lender = await desk.makeLender()
    const params = { id: lender.id }
    const { url } = await admin.call('createResetLink', { params })
    await admin.call('updateUser', { params, body: { email: newEmail() } })
    const token = new URL(url).searchParams.get('token')
    const body = { token, password: 'a brand new one' }
    expect((await desk.visitor().send('resetPassword', { body })).status).toBe(400)
  })

  it('rejects blank and invalid account fields, each with a separate message', async () => {
    const admin = await desk.makeAdmin()
    const lender = await desk.makeLender()
    const body = { firstName: ' ', email: 'lena', isAdmin: 'yes' }
    const reply = await admin.send('updateUser', { params: { id: lender.id }, body })
    expect(reply.status).toBe(400)
    expect(Object.keys(readRefusal(reply).fields ?? {})).toEqual(['firstName', 'email', 'isAdmin'])
    expect(await admin.refusal('updateUser', { params: { id: randomUUID() }, body: {} })).toBe(
      '404: The user was not found',
    )
  })
})

describe('signing a user out', () => {
  it("ends only the chosen user's sessions and leaves the account unchanged", async () => {
    security('7.4.5')
    const admin = await desk.makeAdmin()
    const lender = await desk.makeLender()
    const other = await desk.makeLender()
    const phone = await desk.signIn(lender)
    const params = { id: lender.id }
    const before = (await admin.call('listUsers')).find(({ id }) => id === lender.id)
    expect(await admin.call('signOutUser', { params })).toEqual({ ended: 2 })
    for (const caller of [lender, phone])
      expect(await caller.refusal('getCurrentUser')).toBe(signedOut)
    for (const caller of [admin, other])
      expect((await caller.send('getCurrentUser')).status).toBe(200)
    expect((await admin.call('listUsers')).find(({ id }) => id === lender.id)).toEqual(before)
    expect(await admin.call('signOutUser', { params })).toEqual({ ended: 0 })
    const again = await desk.signIn(lender)
    expect((await again.send('getCurrentUser')).status).toBe(200)
  })

  it("doesn't sign out the calling administrator or an unknown account", async () => {
    const admin = await desk.makeAdmin()
    expect(await admin.refusal('signOutUser', { params: { id: admin.id } })).toBe(
      "409: You can't sign yourself out here. Use your profile.",
    )
    expect((await admin.send('getCurrentUser')).status).toBe(200)
    expect(await admin.refusal('signOutUser', { params: { id: randomUUID() } })).toBe(
      '404: The user was not found',
    )
  })
})

describe('role changes', () => {
  it("grants and removes the administrator role, and ends the user's sessions each time", async () => {
    security('7.4.5')
    const admin = await desk.makeAdmin()
    const person = await desk.makePending()
    const params = { id: person.id }
    const up = await admin.call('updateUser', { params, body: { isAdmin: 'true' } })
    expect(up).toMatchObject({ isAdmin: 'true', isApproved: 'true' })
    expect(await person.refusal('getCurrentUser')).toBe(signedOut)
    const second = await desk.signIn(person)
    await second.call('listUsers')
    const down = await admin.call('updateUser', { params, body: { isAdmin: 'false' } })
    expect(down).toMatchObject({ isAdmin: 'false', isApproved: 'true' })
    expect(await second.refusal('listUsers')).toBe(signedOut)
    const third = await desk.signIn(person)
    expect(await third.refusal('listUsers')).toBe('403: You do not have permission to do this')
  })

  it("doesn't let administrators remove their own role or withdraw an administrator's approval", async () => {
    const admin = await desk.makeAdmin()
    const other = await desk.makeAdmin()
    const own = { id: admin.id }
    expect(await admin.refusal('updateUser', { params: own, body: { isAdmin: 'false' } })).toBe(
      "409: You can't remove your own role. Ask another administrator.",
    )
    for (const id of [admin.id, other.id])
      expect(
        await admin.refusal('updateUser', { params: { id }, body: { isApproved: 'false' } }),
      ).toBe('409: Administrators are always approved. Change the role first.')
    await admin.call('updateUser', { params: own, body: { firstName: 'Olivia', isAdmin: 'true' } })
    expect(await admin.call('getCurrentUser')).toMatchObject({ firstName: 'Olivia' })
  })

  it("keeps at least one administrator when all administrators remove each other's roles at the same time", async () => {
    const alone = await openDesk({ RATE_LIMIT: 'off' })
    try {
      for (let round = 0; round < 5; round += 1) {
        await alone.rows('update users set is_admin = false')
        const [one, two] = [await alone.makeAdmin(), await alone.makeAdmin()]
        const body = { isAdmin: 'false' }
        const replies = await Promise.all([
          one.send('updateUser', { params: { id: two.id }, body }),
          two.send('updateUser', { params: { id: one.id }, body }),
          one.send('deleteUser', { params: { id: two.id } }),
          two.send('deleteUser', { params: { id: one.id } }),
        ])
        for (const reply of replies) expect([200, 204, 401, 403, 404, 409]).toContain(reply.status)
        const left = await alone.rows(
          'select 1 from users where is_admin and deactivated_at is null',
        )
        expect(left).toHaveLength(1)
      }
      expect(alone.errors).toEqual([])
    } finally {
      await alone.close()
    }
  })
})
