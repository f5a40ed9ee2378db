/** Emails with a reset link. The link is created only when the email is sent, and isn't stored anywhere else. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaits } from '#test/support/lock-waits.ts'
import { startMailServer, type MailServer } from '#test/support/mail-server.ts'
import { security } from '#test/support/requirements.ts'
import { by, entriesOf } from '#test/support/trail.ts'

let server: MailServer
let desk: Desk
let admin: Person
beforeAll(async () => {
  server = await startMailServer()
  desk = await openDesk({ RATE_LIMIT: 'off', SMTP_URL: server.url })
  admin = await desk.makeAdmin()
})
afterAll(async () => {
  expect(desk.errors).toEqual([])
  await desk.close()
  await server.close()
})
beforeEach(() => {
  server.refuses = false
})

const patience = { timeout: 60_000, interval: 20 }
const password = 'a brand new one'
const ask = ({ email }: Person) => desk.visitor().call('requestPasswordReset', { body: { email } })
/** Returns only emails with a reset link, not notices about an administrator's changes. */
const isWithLink = ({ subject }: { subject: string }) => subject.startsWith('Choose a new password')
const tokensTo = ({ email }: Person) =>
  server
    .mailsTo(email)
    .filter(isWithLink)
    .map(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? '')
const untilMailed = (person: Person, count: number) =>
  expect.poll(() => tokensTo(person).length, patience).toBe(count)
const mailsOf = async ({ email }: Person) =>
  (await admin.call('listMails')).filter((mail) => mail.recipient === email && isWithLink(mail))
const untilRefused = (person: Person) =>
  expect.poll(async () => (await mailsOf(person))[0]?.lastError, patience).toContain('451')
/** Returns all data that could be read in a backup or by a database user with read access. */
async function wholeDatabase(): Promise<string> {
  const tables = await desk.rows<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const texts = tables.map(({ name }) => desk.rows(`select t::text from ${name} t`))
  return JSON.stringify(await Promise.all(texts))
}
async function sendAgain(person: Person) {
  server.refuses = false
  await desk.rows('update mails set next_attempt_at = now() where recipient = $1', [person.email])
  const other = await desk.makeLender()
  await ask(other)
  await untilMailed(other, 1)
}

it('never stores a reset link in the database, either before or after its email is sent', async () => {
  security('6.4.3')
  const lender = await desk.makeLender()
  server.refuses = true
  await ask(lender)
  await untilRefused(lender)
  expect(await wholeDatabase()).not.toMatch(/token=/)
  await sendAgain(lender)
  await untilMailed(lender, 1)
  const [token = ''] = tokensTo(lender)
  expect(token).toHaveLength(43)
  expect(await wholeDatabase()).not.toContain(token)
  await desk.visitor().call('resetPassword', { body: { token, password } })
})

describe('a queued reset link', () => {
  const changes: Record<string, (lender: Person) => Promise<unknown>> = {
    'a new email address': ({ id }) =>
      admin.call('updateUser', { params: { id }, body: { email: `moved-${id}@example.com` } }),
    'a new password by an earlier link': async ({ id }) => {
      const { url } = await admin.call('createResetLink', { params: { id } })
      const token = new URL(url).searchParams.get('token') ?? ''
      await desk.visitor().call('resetPassword', { body: { token, password } })
    },
    'a new password on the profile page': (lender) =>
      lender.call('changePassword', {
        body: { currentPassword: lender.password, newPassword: password },
      }),
    'the end of the account': ({ id }) => admin.call('deleteUser', { params: { id } }),
  }

  it.each(Object.entries(changes))(
    "doesn't send a queued reset link after this change to the account: %s",
    async (_what, change) => {
      const lender = await desk.makeLender()
      server.refuses = true
      await ask(lender)
      await untilRefused(lender)
      await change(lender)
      await sendAgain(lender)
      expect(tokensTo(lender)).toEqual([])
      const left = await mailsOf(lender)
      expect(left.filter(({ state }) => state !== 'failed')).toEqual([])
    },
  )

  it("doesn't send a reset link while the account's email address is being changed", async () => {
    const lender = await desk.makeLender()
    const moving = await desk.db.$client.connect()
    await moving.query('begin')
    await moving.query('select 1 from users where id = $1 for no key update', [lender.id])
    await ask(lender)
    await somebodyWaits(desk.db)
    await moving.query('update users set email = $2 where id = $1', [
      lender.id,
      `left-${lender.email}`,
    ])
    await moving.query('commit')
    moving.release()
    await expect.poll(async () => (await mailsOf(lender))[0]?.state, patience).toBe('failed')
    expect((await mailsOf(lender))[0]?.lastError).toBe(
      'Not sent: the account was closed or has a new email address',
    )
    expect(tokensTo(lender)).toEqual([])
    expect(
      await desk.rows('select 1 from password_resets where user_id = $1', [lender.id]),
    ).toEqual([])
  })
})

describe('resending a reset link', () => {
  it('sends a new reset link that replaces the old link, and writes an audit entry', async () => {
    const lender = await desk.makeLender()
    await ask(lender)
    await expect.poll(async () => (await mailsOf(lender))[0]?.state, patience).toBe('sent')
    const [sent] = await mailsOf(lender)
    const entries = await entriesOf(admin, async () => {
      const again = await admin.call('resendMail', { params: { id: sent?.id ?? '' } })
      expect(again).toMatchObject({ recipient: lender.email, subject: sent?.subject, sentAt: null })
      expect(again.id).not.toBe(sent?.id)
    })
    expect(entries).toMatchObject([
      { kind: 'passwordResetRequested', ...by(admin), personId: lender.id },
    ])
    await untilMailed(lender, 2)
    const [first, second = ''] = tokensTo(lender)
    expect(second).not.toBe(first)
    await desk.visitor().call('resetPassword', { body: { token: second, password } })
  })

  it("doesn't send a new reset link if the account was deleted or its email address changed", async () => {
    const lender = await desk.makeLender()
    await ask(lender)
    await expect.poll(async () => (await mailsOf(lender))[0]?.state, patience).toBe('sent')
    const [sent] = await mailsOf(lender)
    const resend = () => admin.refusal('resendMail', { params: { id: sent?.id ?? '' } })
    const refusal = '409: The account was closed or has a new email address'
    await desk.rows(`update users set email = 'new-' || email where id = $1`, [lender.id])
    expect(await resend()).toBe(refusal)
    await admin.call('deleteUser', { params: { id: lender.id } })
    expect(await resend()).toBe(refusal)
  })
})

describe('the page that opens after a password reset', () => {
  const id = '0b0f6a3e-8c55-4b1c-9a43-0d9c3f5f3c11'
  const addressAfter = async (returnTo: string | null | undefined) => {
    const lender = await desk.makeLender()
    const body = { email: lender.email, returnTo }
    await desk.visitor().call('requestPasswordReset', { body })
    await untilMailed(lender, 1)
    const [mail] = server.mailsTo(lender.email).filter(isWithLink)
    const [link = ''] = /http\S+/.exec(mail?.text ?? '') ?? []
    return { lender, link: new URL(link) }
  }

  it.each(['/loans', `/loans/${id}`, `/loans/${id}/book`, '/commitments', '/admin/audit'])(
    'opens the originally requested page %s after a password reset',
    async (to) => {
      const { link } = await addressAfter(to)
      expect([...link.searchParams.keys()]).toEqual(['token', 'to'])
      expect(link.searchParams.get('to')).toBe(to)
    },
  )

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['another site', 'https://evil.example/loans'],
    ['another site after two slashes', '//evil.example/loans'],
    ['another site after a backslash', '/\\evil.example'],
    ['a page outside the app', '/win'],
    ['text instead of an id', '/loans/call-5550100-to-win'],
    ['text in a query', '/loans?search=call-5550100-to-win'],
    ['text in a fragment', '/loans#call-5550100-to-win'],
    ['a line break and text', '/loans\n\nYou have won'],
  ])('ignores %s as the page to open after a password reset', async (_what, to) => {
    const { link } = await addressAfter(to)
    expect([...link.searchParams.keys()]).toEqual(['token'])
  })

  it('preserves the requested page when an administrator resends the reset link', async () => {
    const { lender, link } = await addressAfter(`/loans/${id}`)
    await expect.poll(async () => (await mailsOf(lender))[0]?.state, patience).toBe('sent')
    const [sent] = await mailsOf(lender)
    await admin.call('resendMail', { params: { id: sent?.id ?? '' } })
    await untilMailed(lender, 2)
    const again = server.mailsTo(lender.email).filter(isWithLink)[1]?.text ?? ''
    expect(again).toContain(`&to=${link.searchParams.get('to')}`)
  })
})
