import { randomUUID } from 'node:crypto'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { mailOutbox } from '#server/jobs/mail-outbox.ts'
import { startJob } from '#server/jobs/runner.ts'
import { openTransport } from '#server/mail/transport.ts'
import type { Person } from '#test/support/builders.ts'
import { readJson } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { startMailServer, type MailServer } from '#test/support/mail-server.ts'
import { security } from '#test/support/requirements.ts'

let server: MailServer
let desk: Desk
let olga: Person
let lena: Person
let loan: { id: string }
beforeAll(async () => {
  server = await startMailServer()
  desk = await openDesk({
    RATE_LIMIT: 'off',
    SMTP_URL: server.url,
    PUBLIC_URL: 'https://desk.example.com',
    BRAND_NAME: 'Cole, Reyes & Co',
  })
  olga = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Reyes' })
  lena = await desk.makeLender({ firstName: 'Lena', lastName: 'Brook' })
  loan = await desk.makeLoan({ title: 'Pier 4 Warehouse' })
  // The loan's creator is also an administrator, who would get emails that these tests don't expect.
  const own = [olga.id, lena.id]
  await desk.rows('update users set notify_by_email = false where id <> all($1)', [own])
  await until(isQuiet)
})
afterAll(async () => {
  await desk.close()
  await server.close()
})
beforeEach(async () => {
  await desk.rows('delete from notifications')
  await desk.rows('delete from mails')
  server.taken.length = 0
  server.refuses = false
})
afterEach(() =>
  until(async () => (await desk.rows('select 1 from mails where sent_at is null')).length === 0),
)

// A notification whose recipient is locked waits for the next round, which starts within 15 seconds. On a busy machine,
// the recipient can be locked in several rounds.
vi.setConfig({ testTimeout: 120_000 })
const until = (isSo: () => Promise<boolean> | boolean) =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 60_000, interval: 20 })
const unhandled = async () => {
  const rows = await desk.rows('select 1 from notifications where mail_handled_at is null')
  return rows.length
}
/** Checks notifications before emails, because notifications that haven't been processed create more emails. */
const isQuiet = async () => {
  if ((await unhandled()) > 0) return false
  const unsent = await desk.rows('select 1 from mails where sent_at is null')
  return unsent.length === 0
}
const letTimePass = () =>
  desk.rows("update mails set created_at = created_at - interval '10 minutes 1 second'")
const notices = (person: Person, count: number, type = 'newLoan') =>
  desk.rows(
    `insert into notifications (id, user_id, type, related_loan_id, message, created_at)
     select gen_random_uuid(), $1, $2, $3, 'Notice ' || n, now() + n * interval '1 millisecond'
     from generate_series(1, $4::int) as n`,
    [person.id, type, loan.id, count],
  )
/** Wakes the outbox by requesting a reset link. */
const kick = () => desk.visitor().call('requestPasswordReset', { body: { email: olga.email } })
const ask = (message: string) => lena.call('createMessage', { body: { loanId: loan.id, message } })
const mailsOf = async (state: 'queued' | 'sent' | 'failed' | '' = '') =>
  olga.call('listMails', { query: { state } })

describe('a notification', () => {
  it('includes a link in a notification email and explains how to unsubscribe', async () => {
    await ask('We like Pier 4 Warehouse. When is\n closing?')
    await until(() => server.mailsTo(olga.email).length === 1)
    expect(server.mailsTo(olga.email)[0]?.subject).toBe('Lena Brook asks about Pier 4 Warehouse')
    expect(server.mailsTo(olga.email)[0]?.text.trimEnd()).toBe(`Hello Olga,

Pier 4 Warehouse

Lena Brook asks: We like Pier 4 Warehouse. When is closing?

Answer:
https://desk.example.com/loans/${loan.id}

You get emails about messages on loans as they happen.
Turn off these emails:
${server.mailsTo(olga.email)[0]?.unsubscribe}
Choose what we email you:
https://desk.example.com/profile

Cole, Reyes & Co
${desk.config.company.address}
${desk.config.company.email}, ${desk.config.company.phone}
https://desk.example.com`)
    expect(server.mailsTo(lena.email)).toEqual([])
  })

  it('links to the pending approvals in an email about a registration', async () => {
    const email = `${randomUUID()}@example.com`
    const body = { firstName: 'Ada', lastName: 'Cole', email, password: 'long enough' }
    const { id } = await desk.visitor().call('register', { body })
    await until(() => server.mailsTo(olga.email).length === 1)
    const [mail] = server.mailsTo(olga.email)
    expect(mail?.subject).toBe('Ada Cole awaits approval')
    expect(mail?.text).toContain(
      `Ada Cole (${email}) registered and awaits approval.\n\nReview Registration:\nhttps://desk.example.com/admin?tab=pending&user=${id}\n`,
    )
  })

  it('links emails to the same pages as on-screen notifications: loans for approved lenders, accounts for administrators', async () => {
    const pending = await desk.makePending()
    await olga.call('approveUser', { params: { id: pending.id } })
    await until(() => server.mailsTo(pending.email).length === 1)
    expect(server.mailsTo(pending.email)[0]?.text).toContain(
      'You can now commit to loans.\n\nBrowse Loans:\nhttps://desk.example.com/loans\n',
    )
    const leaving = await desk.makeLender({ lastName: 'Field' })
    await desk.makeCommitment(leaving, loan, { isSoftCommit: 'true' })
    const colleague = await desk.makeAdmin()
    await colleague.call('updateProfile', { body: { notifyByEmail: 'false' } })
    await colleague.call('deleteUser', { params: { id: leaving.id } })
    await until(() =>
      server.mailsTo(olga.email).some(({ text }) => text.includes('Lena Field was deactivated')),
    )
    expect(server.mailsTo(olga.email).map(({ text }) => text)).toContainEqual(
      expect.stringContaining(
        'withdrew the soft commitment.\n\nOpen Account:\nhttps://desk.example.com/admin?tab=users\n',
      ),
    )
  })

  it('delays an email to combine it with later notifications of the same type', async () => {
    await ask('First?')
    await until(() => server.mailsTo(olga.email).length === 1)
    for (let number = 1; number <= 60; number += 1) await ask(`Question ${number}?`)
    expect(await olga.call('countUnreadNotifications')).toEqual({ unread: 61 })
    await kick()
    await until(() => server.mailsTo(olga.email).length === 2)
    expect(await unhandled()).toBeGreaterThanOrEqual(60)
    await letTimePass()
    await kick()
    await until(() => server.mailsTo(olga.email).length === 4)
    const digest = server.mailsTo(olga.email).find(({ text }) => text.includes('Question 1?'))
    expect(digest?.text.match(/Question \d+\?/g)).toEqual(
      Array.from({ length: 50 }, (_, index) => `Question ${index + 1}?`),
    )
    expect(digest?.subject).toBe('60 questions: Pier 4 Warehouse')
    expect(digest?.text).toContain('https://desk.example.com/notifications\n\n… and 10 more.')
    expect(await unhandled()).toBe(0)
  })

  it("doesn't delay an email for notifications of another type", async () => {
    await ask('When?')
    await until(() => server.mailsTo(olga.email).length === 1)
    await notices(olga, 2, 'commitmentMade')
    await kick()
    await until(() => server.mailsTo(olga.email).length === 3)
    const subjects = server.mailsTo(olga.email).map(({ subject }) => subject)
    expect(subjects).toContain('2 new commitments: Pier 4 Warehouse')
  })

  it("lists notifications but sends no emails to users who turned emails off or can't sign in", async () => {
    const quiet = await desk.makeLender()
    const gone = await desk.makeLender()
    const changed = await quiet.call('updateProfile', { body: { notifyByEmail: 'false' } })
    expect(changed).toMatchObject({ notifyByEmail: 'false', firstName: 'Lena' })
    await notices(gone, 1)
    await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
    await olga.call('createMessage', {
      body: { loanId: loan.id, message: 'In May.', recipientId: quiet.id },
    })
    await kick()
    await until(async () => (await unhandled()) === 0)
    expect(await quiet.call('countUnreadNotifications')).toEqual({ unread: 1 })
    for (const person of [quiet, gone]) {
      expect(server.mailsTo(person.email)).toEqual([])
      expect(await desk.rows('select 1 from mails where user_id = $1', [person.id])).toEqual([])
    }
    await quiet.call('updateProfile', { body: { notifyByEmail: 'true' } })
    await olga.call('createMessage', {
      body: { loanId: loan.id, message: 'In June.', recipientId: quiet.id },
    })
    await until(() => server.mailsTo(quiet.email).length === 1)
    expect(server.mailsTo(quiet.email)[0]?.text).not.toContain('In May.')
  })

  it('emails a notification once even if several processes send emails', async () => {
    const { db, config } = desk
    const log = { info: () => {}, warn: () => {} }
    const others = Array.from({ length: 3 }, () =>
      startJob(mailOutbox({ db, transport: openTransport(config), sender: config, log }), log),
    )
    try {
      const people = await Promise.all(Array.from({ length: 30 }, () => desk.makeLender()))
      for (const person of people) await notices(person, 3)
      for (const outbox of others) outbox.kick()
      await kick()
      await until(async () => (await unhandled()) === 0 && server.taken.length >= 31)
      for (const person of people) expect(server.mailsTo(person.email)).toHaveLength(1)
    } finally {
      for (const outbox of others) await outbox.stop()
    }
  })
})

describe('an unavailable mail server', () => {
  it("reports a failure of the mail server, sends the emails later, and doesn't delay requests", async () => {
    security('16.5.2')
    const gone = await startMailServer()
    const port = Number(new URL(gone.url).port)
    await gone.close()
    const patient = await openDesk({ RATE_LIMIT: 'off', SMTP_URL: gone.url })
    let back: MailServer | null = null
    try {
      const admin = await patient.makeAdmin()
      const lender = await patient.makeLender()
      const { id } = await patient.makeLoan()
      await lender.call('createMessage', { body: { loanId: id, message: 'When?' } })
      expect(await admin.call('countUnreadNotifications')).toMatchObject({ unread: 1 })
      const own = async () =>
        (await admin.call('listMails')).find((mail) => mail.recipient === admin.email)
      await until(async () => typeof (await own())?.lastError === 'string')
      const waiting = await own()
      expect(waiting).toMatchObject({ state: 'queued', sentAt: null, attempts: 1 })
      expect(waiting?.lastError).toMatch(/ECONNREFUSED/)
      expect(Date.parse(waiting?.nextAttemptAt ?? '')).toBeGreaterThan(Date.now() + 30_000)
      expect(await admin.call('getMailStatus')).toMatchObject({ transport: 'smtp', sent: 0 })

      back = await startMailServer(port)
      const again = await admin.call('resendMail', { params: { id: waiting?.id ?? '' } })
      expect(again).toMatchObject({ id: waiting?.id, state: 'queued', attempts: 0 })
      await until(() => back?.mailsTo(admin.email).length === 1)
      await until(async () => (await own())?.state === 'sent')
      expect(await own()).toMatchObject({ lastError: null, nextAttemptAt: null })
      expect(patient.errors).toEqual([])
    } finally {
      await patient.close()
      await back?.close()
    }
  })
})

describe("the administrators' outbox", () => {
  it('lists outbox emails newest first, by page and state, without their content', async () => {
    for (let time = 0; time < 3; time += 1)
      await desk.visitor().call('requestPasswordReset', { body: { email: lena.email } })
    await until(async () => (await mailsOf('sent')).length === 3)
    const all = await mailsOf()
    expect(all[0]).toEqual({
      id: expect.any(String),
      recipient: lena.email,
      lender: expect.objectContaining({ lenderId: lena.id, lenderName: 'Lena Brook' }),
      subject: 'Choose a new password for Cole, Reyes & Co',
      state: 'sent',
      createdAt: expect.stringMatching(/Z$/),
      sentAt: expect.stringMatching(/Z$/),
      attempts: 1,
      nextAttemptAt: null,
      lastError: null,
    })
    expect(JSON.stringify(all)).not.toContain('token=')
    expect(all).toEqual(all.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)))
    const first = await olga.send('listMails', { query: { state: 'sent', limit: '2' } })
    const next = /^<(.*)>; rel="next"$/.exec(String(first.headers['link']))?.[1] ?? ''
    expect(next).toContain('state=sent')
    const second = readJson(await olga.request('GET', next))
    expect([...(readJson(first) as unknown[]), ...(second as unknown[])]).toEqual(all)
    for (const state of ['queued', 'failed'] as const) expect(await mailsOf(state)).toEqual([])
    expect(await olga.call('listMails', { query: { search: 'a BROOK' } })).toContainEqual(all[0])
    expect(await olga.refusal('listMails', { query: { state: 'lost' } })).toBe(
      '400: Must be queued, sent, saved or failed',
    )
  })

  it('distinguishes failed emails from emails waiting for a retry, and resends failed emails', async () => {
    server.refuses = true
    await ask('When?')
    await until(async () => (await mailsOf('queued'))[0]?.lastError?.includes('451') ?? false)
    await desk.rows('update mails set attempts = 10')
    const [failed] = await mailsOf('failed')
    expect(failed).toMatchObject({ state: 'failed', attempts: 10, nextAttemptAt: null })
    expect(await olga.call('getMailStatus')).toEqual({
      transport: 'smtp',
      queued: 0,
      sent: 0,
      saved: 0,
      failed: 1,
    })
    server.refuses = false
    const params = { id: failed?.id ?? '' }
    expect(await olga.call('resendMail', { params })).toMatchObject({
      id: failed?.id,
      state: 'queued',
      attempts: 0,
      lastError: expect.stringContaining('451'),
    })
    await until(async () => (await mailsOf('sent')).length === 1)
    expect(server.mailsTo(olga.email)).toHaveLength(1)
  })

  it("doesn't resend an email that is being sent", async () => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    })
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const slow = await openDesk({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    try {
      const admin = await slow.makeAdmin()
      const { id } = await admin.call('sendTestMail')
      const resend = () => admin.call('resendMail', { params: { id } })
      const read = async () => (await admin.call('listMails')).find((mail) => mail.id === id)
      const hangUp = () => {
        for (const socket of sockets) socket.destroy()
        sockets.clear()
      }
      await until(() => sockets.size > 0)
      const claimed = await read()
      expect(await resend()).toEqual(claimed)
      expect(claimed).toMatchObject({ state: 'queued', attempts: 1 })
      hangUp()
      // Resending a failed email queues it and resets its failed attempts to zero. Resending the email while it is
      // being sent has no effect.
      await until(async () => (await read())?.lastError !== null)
      expect(await resend()).toMatchObject({ state: 'queued', attempts: 0 })
      await until(() => sockets.size > 0)
      expect(await resend()).toMatchObject({ state: 'queued', attempts: 1 })
    } finally {
      for (const socket of sockets) socket.destroy()
      silent.close()
      await slow.close()
    }
  })

  it('sends a test email to the administrator who requested it and lists the email in the outbox', async () => {
    const test = await olga.call('sendTestMail')
    expect(test).toMatchObject({
      recipient: olga.email,
      subject: 'Test email from Cole, Reyes & Co',
      sentAt: null,
      lastError: null,
    })
    await until(() => server.mailsTo(olga.email).length === 1)
    expect(server.mailsTo(olga.email)[0]?.text).toContain('https://desk.example.com')
    await until(async () => (await mailsOf('sent')).some(({ id }) => id === test.id))
    expect(await lena.refusal('sendTestMail')).toMatch(/^403/)
  })

  it('resends a sent email as a new email', async () => {
    await ask('When?')
    await until(async () => (await mailsOf('sent')).length === 1)
    const [sent] = await mailsOf('sent')
    const copy = await olga.call('resendMail', { params: { id: sent?.id ?? '' } })
    expect(copy.id).not.toBe(sent?.id)
    expect(copy).toMatchObject({ subject: sent?.subject, recipient: olga.email, sentAt: null })
    await until(() => server.mailsTo(olga.email).length === 2)
    const [one, two] = server.mailsTo(olga.email)
    expect(one).toEqual(two)
    expect(await olga.refusal('resendMail', { params: { id: randomUUID() } })).toBe(
      '404: The email was not found',
    )
  })

  it('shows emails as saved rather than sent when no mail server is configured', async () => {
    const local = await openDesk()
    try {
      const admin = await local.makeAdmin()
      const lender = await local.makeLender()
      await local.visitor().call('requestPasswordReset', { body: { email: lender.email } })
      const ofState = (state: 'sent' | 'saved') => admin.call('listMails', { query: { state } })
      await until(async () => (await ofState('saved')).length === 1)
      expect(await ofState('saved')).toMatchObject([
        { recipient: lender.email, state: 'saved', nextAttemptAt: null, lastError: null },
      ])
      expect(await ofState('sent')).toEqual([])
      expect(await admin.call('getMailStatus')).toEqual({
        transport: 'folder',
        queued: 0,
        sent: 0,
        saved: 1,
        failed: 0,
      })
      // The outbox shows how each email was delivered, even if a mail server is configured later.
      await local.rows("update mails set transport = 'smtp'")
      expect(await ofState('sent')).toMatchObject([{ state: 'sent' }])
      expect(await ofState('saved')).toEqual([])
    } finally {
      await local.close()
    }
  })
})
