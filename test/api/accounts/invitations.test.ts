import { randomUUID } from 'node:crypto'
import { newEmail, type Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaitsFor } from '#test/support/lock-waits.ts'
import { textOf } from '#server/mail/mail-content.ts'
import { writeInvitationMail } from '#server/mail/link-mails.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())

async function invite(fields: object = {}, email = newEmail()) {
  const [made] = await admin.call('createInvitations', { body: { emails: [email], ...fields } })
  if (!made) throw new Error('Nobody was invited')
  return { ...made, token: tokenIn(made.url) }
}
const tokenIn = (url: string | null) => new URL(url ?? '').searchParams.get('invitation') ?? ''

const names = { firstName: 'Ada', lastName: 'Cole', password: 'correct horse battery' }
const register = (email: string, invitation?: string, fields: object = {}) =>
  desk.visitor().send('register', { body: { ...names, email, invitation, ...fields } })
const statusOf = async (...given: Parameters<typeof register>) => (await register(...given)).status
const find = async (id: string) =>
  (await admin.call('listInvitations')).find((each) => each.id === id)
const entriesOf = (id: string) =>
  desk.rows<{ kind: string; after: object | null }>(
    `select kind, after from audit where object_id = $1 order by at, id`,
    [id],
  )

const ended =
  'This invitation has expired, was withdrawn or used, or is for another email address. Ask for a new one, or register without it.'

describe('invitations', () => {
  it("accepts one registration for an invited email address, and applies the invitation's approval and company", async () => {
    const made = await invite({ isApproved: 'true', companyName: ' Quay Bank ', note: 'Welcome' })
    expect(made).toMatchObject({
      ...{ companyName: 'Quay Bank', note: 'Welcome', isApproved: 'true', state: 'open' },
      ...{ endedAt: null, invitedByName: expect.any(String) as string },
    })
    const before = await admin.call('getStats')
    const reply = await register(made.email.toUpperCase(), made.token)
    expect(reply.status).toBe(201)
    expect(JSON.parse(reply.text)).toMatchObject({ isApproved: 'true', companyName: 'Quay Bank' })
    expect((await admin.call('getStats')).totalLendersCount).toBe(before.totalLendersCount + 1)
    expect(await find(made.id)).toMatchObject({ state: 'accepted', url: null })
    expect(await statusOf(newEmail(), made.token)).toBe(409)
    expect(await entriesOf(made.id)).toEqual([
      {
        kind: 'invited',
        after: { email: made.email, companyName: 'Quay Bank', isApproved: true },
      },
    ])
    const [registered] = await desk.rows<{ after: object }>(
      `select after from audit where kind = 'registered' and after ->> 'invitation' = $1`,
      [made.id],
    )
    expect(registered?.after).toMatchObject({ invitation: made.id, isApproved: true })
  })

  it("leaves an invited account pending if the invitation doesn't include approval", async () => {
    const made = await invite()
    const reply = await register(made.email, made.token, { companyName: 'Cole Bank' })
    expect(JSON.parse(reply.text)).toMatchObject({ isApproved: 'false', companyName: 'Cole Bank' })
  })

  it('accepts only one of two concurrent registrations with the same invitation', async () => {
    const made = await invite({ isApproved: 'true' })
    const statuses = await Promise.all([1, 2, 3].map(() => statusOf(made.email, made.token)))
    expect(statuses.toSorted()).toEqual([201, 409, 409])
  })

  it('rejects an invitation that is for another email address, a week old, withdrawn, or guessed', async () => {
    const made = await invite({ isApproved: 'true' })
    const refusal = async (email: string, token: string) =>
      desk.visitor().refusal('register', { body: { ...names, email, invitation: token } })
    const late = await invite()
    await desk.rows(`update invitations set expires_at = now() where id = $1`, [late.id])
    const gone = await invite()
    await admin.call('deleteInvitation', { params: { id: gone.id } })
    const [, signature = ''] = made.token.split('.')
    const tries: [string, string][] = [
      [newEmail(), made.token],
      [late.email, late.token],
      [gone.email, gone.token],
      [made.email, `${made.token}x`],
      [made.email, made.token.slice(0, -1)],
      [made.email, made.id],
      [made.email, `${made.id}.`],
      [made.email, `${late.id}.${signature}`],
      [made.email, `${randomUUID()}.${signature}`],
      [made.email, 'x.y'],
      [made.email, ''],
    ]
    for (const [email, token] of tries) expect(await refusal(email, token)).toBe(`409: ${ended}`)
    expect(await desk.rows('select 1 from users where email = $1', [made.email])).toEqual([])
    expect(await find(late.id)).toMatchObject({ state: 'expired', url: null })
    expect(await find(gone.id)).toMatchObject({ state: 'withdrawn', url: null })
    expect(await statusOf(made.email, made.token)).toBe(201)
  })

  it('replaces an earlier invitation to the same email address', async () => {
    const first = await invite()
    const second = await invite({}, first.email.toUpperCase())
    expect(await find(first.id)).toMatchObject({ state: 'withdrawn' })
    expect(await statusOf(first.email, first.token)).toBe(409)
    expect(await statusOf(first.email, second.token)).toBe(201)
  })

  it('sends no invitations if any of the email addresses already belongs to an account', async () => {
    const lender = await desk.makeLender()
    const other = newEmail()
    const emails = [other, lender.email.toUpperCase()]
    expect(await admin.refusal('createInvitations', { body: { emails } })).toBe(
      `409: ${lender.email} already has an account. Nobody was invited.`,
    )
    const [one, two] = [lender.email, (await desk.makeLender()).email].toSorted()
    expect(await admin.refusal('createInvitations', { body: { emails: [two, other, one] } })).toBe(
      `409: ${one} and ${two} already have accounts. Nobody was invited.`,
    )
    expect(await desk.rows('select 1 from invitations where email = $1', [other])).toEqual([])
  })

  it('sends one invitation to each email address and accepts at most 50 at once', async () => {
    const emails = Array.from({ length: 50 }, newEmail)
    const made = await admin.call('createInvitations', {
      body: { emails: [...emails.slice(0, 49), emails[0]?.toUpperCase() ?? ''] },
    })
    expect(made.map(({ email }) => email.toLowerCase()).toSorted()).toEqual(
      emails.slice(0, 49).toSorted(),
    )
    for (const wrong of [[], [...emails, newEmail()], ['nobody'], 'ann@quay.example'])
      expect((await admin.send('createInvitations', { body: { emails: wrong } })).status).toBe(400)
  })

  it('sends only one invitation for several concurrent requests with the same email address', async () => {
    const email = newEmail()
    const statuses = await Promise.all(
      [1, 2, 3].map(
        async () => (await admin.send('createInvitations', { body: { emails: [email] } })).status,
      ),
    )
    const open = await desk.rows(
      'select 1 from invitations where email = $1 and withdrawn_at is null',
      [email],
    )
    expect(open).toHaveLength(1)
    for (const status of statuses) expect([201, 409]).toContain(status)
  })

  it.each([
    ['loses the role', 'update users set is_admin = false where id = $1'],
    ['is deactivated', 'update users set deactivated_at = now() where id = $1'],
    ['is deleted', 'delete from users where id = $1'],
  ])(
    'sends no invitation if the inviting administrator %s during the request',
    async (_what, ending) => {
      const former = await desk.makeAdmin()
      const email = newEmail()
      const client = await desk.db.$client.connect()
      try {
        await client.query('begin')
        await client.query(ending, [former.id])
        const refused = former.send('createInvitations', {
          body: { emails: [email], isApproved: 'true' },
        })
        await somebodyWaitsFor(client)
        await client.query('commit')
        expect((await refused).status).toBe(403)
      } finally {
        client.release()
      }
      expect(await desk.rows('select 1 from invitations where email = $1', [email])).toEqual([])
    },
  )

  it('withdraws an invitation only once, and not after the invitation has been accepted', async () => {
    const made = await invite()
    await register(made.email, made.token)
    const withdraw = (id: string) => admin.send('deleteInvitation', { params: { id } })
    expect((await withdraw(made.id)).status).toBe(404)
    const other = await invite()
    expect((await withdraw(other.id)).status).toBe(204)
    expect((await withdraw(other.id)).status).toBe(404)
    expect((await entriesOf(other.id)).map(({ kind }) => kind)).toEqual([
      'invited',
      'invitationWithdrawn',
    ])
  })
})

describe('invitation emails', () => {
  const mailOf = (id: string) =>
    desk.rows<{ body: string; subject: string; sent_at: Date | null; last_error: string | null }>(
      'select body, subject, sent_at, last_error from mails where invitation_id = $1',
      [id],
    )

  it('includes the link, note, and inviter in the email but not in the outbox', async () => {
    const made = await invite({ note: 'We spoke on Monday.' })
    const content = await writeInvitationMail(desk.db, desk.config, { invitationId: made.id })
    const text = content ? textOf(desk.config, content) : ''
    expect(text).toContain(made.url ?? 'no link')
    expect(text).toContain('We spoke on Monday.')
    expect(text).toContain(`${admin.firstName} ${admin.lastName} of Paripassu invites you`)
    expect(await mailOf(made.id)).toMatchObject([
      { subject: 'Paripassu invites you to its syndication desk', body: '' },
    ])
  })

  it('sends invitation emails through the outbox', async () => {
    const made = await invite()
    await expect
      .poll(async () => (await mailOf(made.id)).map((mail) => mail.sent_at), { timeout: 60_000 })
      .toEqual([expect.any(Date)])
  })

  it("doesn't send the email for a withdrawn invitation", async () => {
    const made = await invite()
    await admin.call('deleteInvitation', { params: { id: made.id } })
    expect(await writeInvitationMail(desk.db, desk.config, { invitationId: made.id })).toBeNull()
    const waiting = (await mailOf(made.id)).filter((mail) => mail.sent_at === null)
    expect(waiting).toEqual([])
  })
})

describe("an account's company", () => {
  it("shows administrators a user's company and approved people who share something", async () => {
    const domain = `${randomUUID()}.example`
    const pending = await desk.makePending({ email: `ann@${domain}` })
    await pending.call('updateProfile', { body: { companyName: 'Lark Bank' } })
    await desk.makePending({ email: `cy@${domain}`, firstName: 'Cy', lastName: 'Reed' })
    await desk.makeLender({
      ...{ email: `bo@${domain.toUpperCase()}`, firstName: 'Bo', lastName: 'Reed' },
    })
    await desk.makePending({ email: `${randomUUID()}@gmail.com` })
    const other = await desk.makePending({ email: `${randomUUID()}@gmail.com` })
    const listed = await admin.call('listPendingUsers')
    const of = (id: string) => listed.find((each) => each.id === id)
    expect(of(pending.id)).toMatchObject({
      companyName: 'Lark Bank',
      // A person who also awaits approval doesn't count.
      colleagues: [{ name: 'Bo Reed', shares: 'emailDomain' }],
    })
    expect(of(other.id)).toMatchObject({ companyName: null, colleagues: [] })
    // The same company is found under another address, however it is written.
    const lark = await desk.makeLender({ firstName: 'Di', lastName: 'Reed' })
    await lark.call('updateProfile', { body: { companyName: 'Lark Bank' } })
    await other.call('updateProfile', { body: { companyName: 'LARK bank' } })
    const again = (await admin.call('listPendingUsers')).find(({ id }) => id === other.id)
    expect(again).toMatchObject({ colleagues: [{ name: 'Di Reed', shares: 'company' }] })
  })

  it('lists the 20 oldest people per likeness, each likeness apart', async () => {
    const domain = `${randomUUID()}.example`
    const pending = await desk.makePending({ email: `ann@${domain}` })
    await pending.call('updateProfile', { body: { companyName: domain } })
    const findPending = async () =>
      (await admin.call('listPendingUsers', { query: { userId: pending.id, limit: '1' } }))[0]
    const firmId = (await findPending())?.firmId
    await desk.rows(
      `insert into users (id, email, password, first_name, last_name, is_approved, created_at)
       select gen_random_uuid(), n || '@' || $1, 'unused', 'Bo', n::text, true, '2020-01-01'::date - n
       from generate_series(1, 25) n`,
      [domain],
    )
    const di = await desk.makeLender({ email: `di@${domain}`, firstName: 'Di', lastName: 'Reed' })
    await admin.call('updateUser', { params: { id: di.id }, body: { firmId } })
    const ed = await desk.makeLender({ firstName: 'Ed', lastName: 'Reed' })
    await ed.call('updateProfile', { body: { companyName: domain.toUpperCase() } })
    expect((await findPending())?.colleagues).toEqual([
      ...Array.from({ length: 20 }, (_, at) => ({ name: `Bo ${25 - at}`, shares: 'emailDomain' })),
      { name: 'Di Reed', shares: 'firm' },
      { name: 'Ed Reed', shares: 'company' },
    ])
    await desk.rows(`delete from users where email like '%@' || $1`, [domain])
  })

  it("lets users and administrators change a user's company, records the change in the audit trail, and keeps the company when a request omits it", async () => {
    const lender = await desk.makeLender()
    const params = { id: lender.id }
    await admin.call('updateUser', { params, body: { companyName: 'Cole Bank' } })
    const own = await lender.call('updateProfile', { body: { firstName: 'Lena' } })
    expect(own).toMatchObject({ companyName: 'Cole Bank' })
    await lender.call('updateProfile', { body: { companyName: '' } })
    expect(await lender.call('getCurrentUser')).toMatchObject({ companyName: null })
    const entries = await desk.rows<{ before: object; after: object }>(
      `select before, after from audit where person_id = $1 and kind = 'accountChanged' order by at`,
      [lender.id],
    )
    expect(entries.at(-1)).toEqual({
      before: { companyName: 'Cole Bank' },
      after: { companyName: null },
    })
    const long = 'x'.repeat(201)
    expect((await lender.send('updateProfile', { body: { companyName: long } })).status).toBe(400)
  })
})
