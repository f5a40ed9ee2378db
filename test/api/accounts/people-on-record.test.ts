/** Audit entries about sign-ins and accounts: actor, affected user, old and new values, and IP address. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { prepareDatabase } from '#server/first-start/prepare.ts'
import { newEmail, type Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'
import { currentCode, forgetCodes, turnOn, wrongCode } from '#test/support/second-factor.ts'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off', TRUST_PROXY: '127.0.0.1' })
  admin = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Reyes' })
})
afterAll(() => desk.close())

interface Entry {
  kind: string
  actor: string | null
  person: string | null
  loan: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  address: string | null
}

async function recordsOf(act: () => Promise<unknown>): Promise<Entry[]> {
  const [last] = await desk.rows<{ at: string }>(
    'select coalesce(max(at), now())::text as at from audit',
  )
  await act()
  const entries = await desk.rows<Entry & { id: string; request: string; queued: boolean }>(
    `select id, kind, actor_name as actor, person_name as person, loan_title as loan, before, after,
       address, request_id as request,
       exists (select 1 from audit_unsealed q where q.entry_id = audit.id)
         or exists (select 1 from audit_seals s where s.entry_id = audit.id) as queued
     from audit where at > $1::timestamptz order by at, id`,
    [last?.at],
  )
  return entries.map(({ id, request, queued, ...entry }) => {
    expect(queued, 'it is sealed, or waits for it').toBe(true)
    expect(request).toMatch(/^[0-9a-f-]{36}$/)
    expect(id).not.toBe(request)
    return entry
  })
}

const nothing = { actor: null, person: null, loan: null, before: null, after: null }
const at = { address: '127.0.0.1' }
const own = (kind: string, name: string, more: Partial<Entry> = {}): Entry => ({
  ...nothing,
  ...at,
  kind,
  actor: name,
  person: name,
  ...more,
})
const unknown = (kind: string, person: string | null, more: Partial<Entry> = {}): Entry => ({
  ...nothing,
  ...at,
  kind,
  person,
  ...more,
})
const byAdmin = (kind: string, person: string, more: Partial<Entry> = {}): Entry =>
  own(kind, person, { actor: 'Olga Reyes', ...more })

describe('signing in', () => {
  const body = (person: Person, more: object = {}) => ({
    body: { email: person.email, password: person.password, ...more },
  })

  it("records successful and failed sign-ins in the audit trail, with reasons for failures but without the user's input", async () => {
    security('16.3.1')
    const lender = await desk.makeLender({ lastName: 'Stone' })
    const visitor = desk.visitor()
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const unknownEmail = newEmail()
    const entries = await recordsOf(async () => {
      await visitor.send('login', { ...body(lender, { password: 'not the one' }), headers })
      await visitor.send('login', { body: { email: unknownEmail, password: 'my secret' } })
      await visitor.send('login', { ...body(lender), headers })
      await visitor.send('logout', { headers })
      await visitor.send('logout')
      await desk.rows('update users set deactivated_at = now() where id = $1', [lender.id])
      await visitor.send('login', body(lender))
    })
    const there = { address: '203.0.113.7' }
    expect(entries).toEqual([
      unknown('signInFailed', 'Lena Stone', { ...there, after: { reason: 'password' } }),
      unknown('signInFailed', null, { after: { reason: 'password' } }),
      own('signedIn', 'Lena Stone', there),
      own('signedOut', 'Lena Stone', there),
      unknown('signInFailed', 'Lena Stone', { after: { reason: 'deactivated' } }),
    ])
    expect(JSON.stringify(entries)).not.toMatch(/not the one|my secret/)
    expect(JSON.stringify(entries)).not.toContain(unknownEmail)
  })

  it('writes audit entries for two-factor setup and removal, and records which type of second factor each sign-in used', async () => {
    security('16.3.1')
    const lender = await desk.makeLender({ lastName: 'Field' })
    let secrets: string[] = []
    const entries = await recordsOf(async () => {
      const { secret, recoveryCodes } = await turnOn(lender)
      const [one = '', two = ''] = recoveryCodes
      await forgetCodes(desk, lender)
      const code = currentCode(secret)
      const visitor = desk.visitor()
      // A request for a code is a step in signing in, not a failure.
      await visitor.send('login', body(lender))
      await visitor.send('login', body(lender, { code: wrongCode(secret) }))
      await visitor.send('login', body(lender, { code }))
      await visitor.send('login', body(lender, { code: one }))
      const made = await lender.call('renewRecoveryCodes', {
        body: { currentPassword: lender.password, code: two },
      })
      const [three = ''] = made.recoveryCodes
      const ending = { currentPassword: lender.password, code: three }
      await lender.call('endTwoFactor', { body: ending })
      secrets = [secret, one, two, three, code]
    })
    const field = (kind: string, more: Partial<Entry> = {}) => own(kind, 'Lena Field', more)
    expect(entries).toEqual([
      field('twoFactorOn'),
      unknown('signInFailed', 'Lena Field', { after: { reason: 'code' } }),
      field('signedIn', { after: { secondFactor: 'application' } }),
      field('recoveryCodeUsed', { after: { codesLeft: 9 } }),
      field('signedIn', { after: { secondFactor: 'recovery' } }),
      field('recoveryCodesMade'),
      field('twoFactorOff'),
    ])
    for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret)
  })

  it('records a sign-out in the audit trail as the end of a session', async () => {
    const lender = await desk.makeLender()
    const other = desk.visitor()
    const headers = { 'user-agent': 'Phone/1', 'x-forwarded-for': '203.0.113.9' }
    await other.call('login', { ...body(lender), headers })
    const [theirs] = await other.call('listSessions')
    const entries = await recordsOf(async () => {
      await lender.call('endSession', { params: { id: theirs?.id ?? '' } })
      await lender.send('endSession', { params: { id: randomUUID() } })
      await lender.call('signOutEverywhere')
    })
    const phone = { address: '203.0.113.9', agent: 'Phone/1', startedAt: expect.any(String) }
    expect(entries).toEqual([
      own('sessionEnded', 'Lena Brook', { before: phone }),
      own('sessionEnded', 'Lena Brook', { before: { signIns: 1 } }),
    ])
  })
})

describe("a user's own account", () => {
  it("records changes to a user's account in the audit trail from registration onward", async () => {
    const visitor = desk.visitor()
    const email = newEmail()
    const password = 'a harbour at dawn'
    const later = { currentPassword: password, newPassword: 'a harbour at dusk' }
    const entries = await recordsOf(async () => {
      const names = { firstName: 'Ada', lastName: 'Cole' }
      await visitor.call('register', { body: { ...names, email, password } })
      await visitor.send('register', { body: { ...names, email, password } })
      await visitor.call('updateProfile', { body: { firstName: ' Ada ', lastName: 'Hall' } })
      await visitor.call('updateProfile', { body: { lastName: 'Hall', notifyByEmail: 'false' } })
      await visitor.call('changePassword', { body: later })
      await visitor.send('changePassword', { body: later })
    })
    expect(entries).toEqual([
      own('registered', 'Ada Cole', { after: { email, termsVersion: expect.any(String) } }),
      own('accountChanged', 'Ada Cole', {
        before: { lastName: 'Cole' },
        after: { lastName: 'Hall' },
      }),
      own('passwordChanged', 'Ada Hall'),
    ])
    expect(JSON.stringify(entries)).not.toContain('harbour')
  })

  it('records a password reset in the audit trail', async () => {
    const lender = await desk.makeLender({ lastName: 'Marsh' })
    let token = ''
    const entries = await recordsOf(async () => {
      await desk.visitor().call('requestPasswordReset', { body: { email: lender.email } })
      await desk.visitor().call('requestPasswordReset', { body: { email: newEmail() } })
      const { url } = await admin.call('createResetLink', { params: { id: lender.id } })
      token = new URL(url).searchParams.get('token') ?? ''
      const body = { token, password: 'a harbour at dawn' }
      await desk.visitor().call('resetPassword', { body })
      await desk.visitor().send('resetPassword', { body })
    })
    expect(entries).toEqual([
      unknown('passwordResetRequested', 'Lena Marsh'),
      byAdmin('resetLinkMade', 'Lena Marsh'),
      unknown('passwordReset', 'Lena Marsh'),
    ])
    expect(JSON.stringify(entries)).not.toContain(token)
  })
})

describe("administrators' actions on accounts", () => {
  it('records an account change in the audit trail with the old and new values', async () => {
    const person = await desk.makePending({ firstName: 'Ben', lastName: 'Ode' })
    const params = { id: person.id }
    const email = newEmail()
    const entries = await recordsOf(async () => {
      for (let time = 0; time < 2; time += 1) await admin.call('approveUser', { params })
      const change = { firstName: 'Ben', email, isAdmin: 'true' } as const
      await admin.call('updateUser', { params, body: change })
      await admin.call('updateUser', { params, body: { isAdmin: 'false' } })
      await admin.call('updateUser', { params, body: { isApproved: 'false' } })
      await admin.call('updateUser', { params, body: { isApproved: 'false' } })
      await admin.call('deleteUser', { params })
      await admin.send('deleteUser', { params })
    })
    expect(entries).toEqual([
      byAdmin('approved', 'Ben Ode'),
      byAdmin('accountChanged', 'Ben Ode', { before: { email: person.email }, after: { email } }),
      byAdmin('roleChanged', 'Ben Ode', { before: { role: 'lender' }, after: { role: 'admin' } }),
      byAdmin('roleChanged', 'Ben Ode', { before: { role: 'admin' }, after: { role: 'lender' } }),
      byAdmin('approvalWithdrawn', 'Ben Ode'),
      byAdmin('accountDeleted', 'Ben Ode', { before: { email, role: 'pending' } }),
    ])
  })

  it('records in the audit trail how many sessions an action ended', async () => {
    const lender = await desk.makeLender({ firstName: 'Ben', lastName: 'Ode' })
    await desk.signIn(lender)
    const params = { id: lender.id }
    const entries = await recordsOf(async () => {
      for (let time = 0; time < 2; time += 1) await admin.call('signOutUser', { params })
    })
    expect(entries).toEqual([byAdmin('sessionEnded', 'Ben Ode', { before: { signIns: 2 } })])
  })

  it('records in the audit trail each soft commitment that a deactivation withdraws', async () => {
    const lender = await desk.makeLender({ firstName: 'Ida', lastName: 'Quay' })
    const one = await desk.makeLoan({ title: 'Pier 1' })
    const two = await desk.makeLoan({ title: 'Pier 2' })
    const soft = { isSoftCommit: 'true', percentage: '12' } as const
    for (const loan of [one, two]) await desk.makeCommitment(lender, loan, soft)
    await turnOn(lender)
    const params = { id: lender.id }
    const entries = await recordsOf(async () => {
      for (let time = 0; time < 2; time += 1) await admin.call('resetTwoFactor', { params })
      for (let time = 0; time < 2; time += 1) await admin.call('deleteUser', { params })
      for (let time = 0; time < 2; time += 1) await admin.call('reactivateUser', { params })
    })
    const terms = { loanAmount: '1000000.00', interestRate: '7.25', term: 24 }
    const position = { kind: 'soft', percentage: '12.00', amount: '120000.00', ...terms }
    const withdrawn = {
      before: { ...position, status: 'active' },
      after: { ...position, status: 'withdrawn' },
    }
    const byLoan = (a: Entry, b: Entry) => (a.loan ?? '').localeCompare(b.loan ?? '')
    expect(entries.slice(0, 2)).toEqual([
      byAdmin('twoFactorOff', 'Ida Quay'),
      byAdmin('deactivated', 'Ida Quay'),
    ])
    expect(entries.slice(2, 4).toSorted(byLoan)).toEqual([
      byAdmin('commitmentWithdrawn', 'Ida Quay', { ...withdrawn, loan: 'Pier 1' }),
      byAdmin('commitmentWithdrawn', 'Ida Quay', { ...withdrawn, loan: 'Pier 2' }),
    ])
    expect(entries.slice(4)).toEqual([byAdmin('reactivated', 'Ida Quay')])
  })

  it("doesn't record rejected actions in the audit trail", async () => {
    const lender = await desk.makeLender()
    const other = await desk.makeLender()
    await desk.makeCommitment(lender, await desk.makeLoan())
    const params = { id: lender.id }
    const entries = await recordsOf(async () => {
      await admin.send('deleteUser', { params })
      const taken = { firstName: 'Never', email: other.email }
      await admin.send('updateUser', { params, body: taken })
      await admin.send('updateUser', { params: { id: admin.id }, body: { isAdmin: 'false' } })
      await lender.send('changePassword', {
        body: { currentPassword: 'wrong', newPassword: 'a harbour at dawn' },
      })
      await lender.send('startTwoFactor', { body: { currentPassword: lender.password } })
      await lender.send('confirmTwoFactor', { body: { code: 'no code' } })
      const toSelf = { params: { id: admin.id } }
      await admin.send('updateUser', { ...toSelf, body: { firstName: 'Una', email: newEmail() } })
      await admin.send('createResetLink', toSelf)
    })
    expect(entries).toEqual([])
  })
})

it('logs no error while account actions are recorded in the audit trail', () => {
  expect(desk.errors).toEqual([])
})

it('records in the audit trail that the first administrator was created at startup', async () => {
  const fresh = await openDesk()
  try {
    const { db, store } = fresh
    const config = readConfig({ SAMPLE_DATA: 'off', ADMIN_PASSWORD: 'a long password' }, '/nowhere')
    const prepare = () => prepareDatabase({ db, store, config, say: () => {} })
    const entries = () =>
      fresh.rows('select kind, actor_id, address, person_name, before, after from audit')
    await prepare()
    const made = await entries()
    expect(made).toEqual([
      {
        kind: 'roleChanged',
        ...{ actor_id: null, address: null, person_name: 'Administrator' },
        ...{ before: null, after: { role: 'admin' } },
      },
    ])
    await prepare()
    expect(await entries()).toEqual(made)
  } finally {
    await fresh.close()
  }
})
