import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '#server/config/config.ts'
import { connect, type Database } from '#server/database/client.ts'
import { transact } from '#server/database/transactions.ts'
import { insertPerson } from '#server/sign-in/people-of-firms.ts'
import { mails } from '#server/database/schema/notifications.ts'
import { mailOutbox } from '#server/jobs/mail-outbox.ts'
import { startJob } from '#server/jobs/runner.ts'
import { insertMails } from '#server/mail/insert-mails.ts'
import { enqueueResetMail } from '#server/mail/link-mails.ts'
import { openTransport } from '#server/mail/transport.ts'
import { startMailServer, type MailServer } from '#test/support/mail-server.ts'
import { makeDatabase, type OwnDatabase } from '#test/support/postgres.ts'
import { security } from '#test/support/requirements.ts'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

let own: OwnDatabase
let db: Database
let folder: string
let server: MailServer
const closers: (() => Promise<void>)[] = []
const logged: unknown[] = []
const note = (line: unknown) => void logged.push(line)
const log = { info: note, warn: note }

beforeAll(async () => {
  own = await makeDatabase()
  db = connect(own.connection, () => {})
  server = await startMailServer()
})
afterAll(async () => {
  await server.close()
  await db.$client.end()
  await own.drop()
})
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'paripassu-mail-'))
  server.taken.length = 0
  server.refuses = false
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  await db.delete(mails)
  await rm(folder, { recursive: true, force: true })
})

const configOf = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...env }, '/')
const throughServer = () => configOf({ SMTP_URL: server.url, BRAND_NAME: 'Cole, Reyes & Co' })

function outboxOf(config: ReturnType<typeof configOf>, everyMs = 60_000) {
  const parts = { db, transport: openTransport(config), sender: config, log, everyMs }
  const outbox = startJob(mailOutbox(parts), log)
  closers.push(() => outbox.stop())
  return outbox
}
const enqueueMail = (
  to: Parameters<typeof insertMails>[0],
  { to: recipient, subject, body }: { to: string; subject: string; body: string },
) => insertMails(to, [{ recipient, subject, body }])
const rows = () => db.select().from(mails).orderBy(mails.subject)
const untilSent = (count: number) =>
  vi.waitFor(
    async () => {
      const sent = (await rows()).filter((mail) => mail.sentAt !== null)
      expect(sent).toHaveLength(count)
    },
    // The default timeout of one second can be too short on a busy machine.
    { timeout: 60_000 },
  )

describe('the outbox without a mail server', () => {
  it('saves emails as files that only their owner can read, with each link on a single line', async () => {
    security('1.3.11', '13.3.2')
    const config = configOf({ PUBLIC_URL: 'https://desk.example.com' })
    const zoe = { id: randomUUID(), email: 'zoë@example.com' }
    const names = { firstName: 'Zoë', lastName: 'Cole', password: 'unknown' }
    await insertPerson(db, { ...zoe, ...names })
    await transact(db, (tx) => enqueueResetMail(tx, config, zoe, null))
    outboxOf(config)
    await untilSent(1)
    const kept = path.join(folder, 'mail')
    const [mail] = await rows()
    const [name = '', ...others] = await readdir(kept)
    expect(others).toEqual([])
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[0-9a-f-]{36}\.eml$/)
    expect(name).toContain(mail?.id)
    const text = await readFile(path.join(kept, name), 'utf8')
    expect(text).toMatch(/^https:\/\/desk\.example\.com\/reset-password\?token=[\w-]{43}$/m)
    expect(text).toMatch(/^Subject: Choose a new password for Paripassu$/m)
    expect(text).toMatch(/^Content-Transfer-Encoding: 8bit$/m)
    expect((await stat(path.join(kept, name))).mode & 0o077).toBe(0)
    expect((await stat(kept)).mode & 0o077).toBe(0)
  })
})

describe('the outbox with a mail server', () => {
  it('sends queued emails immediately when the outbox is woken', async () => {
    const outbox = outboxOf(throughServer())
    await transact(db, (tx) =>
      enqueueMail(tx, { to: 'ada@example.com', subject: 'One', body: 'First\n.\nlast' }),
    )
    outbox.kick()
    await untilSent(1)
    expect(server.taken).toHaveLength(1)
    expect(server.taken[0]).toMatch(/^To: ada@example.com$/m)
    expect(server.taken[0]).toMatch(/^From: "Cole, Reyes & Co" <desk@example.com>$/m)
    expect(server.taken[0]).toContain('First\n.\nlast')
    expect(server.taken[0]).toMatch(/^Message-ID: <[0-9a-f-]{36}@example.com>$/m)
  })

  it("doesn't send emails queued by a rolled-back transaction", async () => {
    const failing = transact(db, async (tx) => {
      await enqueueMail(tx, { to: 'ada@example.com', subject: 'Never', body: 'Never' })
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    await enqueueMail(db, { to: 'ada@example.com', subject: 'Sent', body: 'Sent' })
    outboxOf(throughServer())
    await untilSent(1)
    expect(server.taken.join()).not.toContain('Never')
  })

  it('sends emails at regular intervals even if nothing wakes the outbox', async () => {
    outboxOf(throughServer(), 50)
    await enqueueMail(db, { to: 'ada@example.com', subject: 'Later', body: 'Later' })
    await untilSent(1)
  })

  it('sends each email once even if several processes send emails', async () => {
    const subjects = Array.from({ length: 30 }, (_, index) => `Mail ${index + 100}`)
    for (const subject of subjects)
      await enqueueMail(db, { to: 'ada@example.com', subject, body: subject })
    for (let process = 0; process < 4; process += 1) outboxOf(throughServer(), 20)
    await untilSent(30)
    const sent = server.taken.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1])
    expect(sent).toHaveLength(30)
    expect(new Set(sent)).toEqual(new Set(subjects))
  })

  it('skips an email that another process has claimed', async () => {
    await enqueueMail(db, { to: 'ada@example.com', subject: 'Claimed', body: 'Claimed' })
    await db.update(mails).set({
      attempts: 1,
      nextAttemptAt: sql`now() + interval '5 minutes 20 seconds'`,
    })
    await enqueueMail(db, { to: 'ada@example.com', subject: 'Free', body: 'Free' })
    const outbox = outboxOf(throughServer())
    await untilSent(1)
    await outbox.stop()
    expect((await rows()).map(({ subject, attempts }) => [subject, attempts])).toEqual([
      ['Claimed', 1],
      ['Free', 1],
    ])
  })

  it('retries a rejected email at increasing intervals and stores the reason for the rejection', async () => {
    server.refuses = true
    await enqueueMail(db, { to: 'ada@example.com', subject: 'Patience', body: 'Patience' })
    const outbox = outboxOf(throughServer())
    const attempt = async (attempts: number, minutes: number) => {
      const [mail] = await vi.waitFor(async () => {
        const found = await rows()
        expect(found[0]).toMatchObject({ attempts, lastError: expect.any(String) })
        expect(found[0]?.nextAttemptAt.getTime()).toBeGreaterThan(
          Date.now() + (minutes - 0.5) * 60_000,
        )
        return found
      })
      expect(mail?.sentAt).toBeNull()
      expect(mail?.lastError).toContain('451')
      expect(mail?.nextAttemptAt.getTime()).toBeLessThan(Date.now() + minutes * 60_000 + 1)
      await db.update(mails).set({ nextAttemptAt: sql`now()`, lastError: null })
      outbox.kick()
    }
    for (const [index, minutes] of [1, 5, 30, 120, 480, 1440, 1440].entries())
      await attempt(index + 1, minutes)
    server.refuses = false
    await vi.waitFor(async () => {
      await db.update(mails).set({ nextAttemptAt: sql`now()` })
      outbox.kick()
      expect((await rows())[0]?.sentAt).not.toBeNull()
    })
  })

  it('logs only the reply code of the mail server, because the reply may contain names', async () => {
    security('16.2.5')
    server.refuses = true
    logged.length = 0
    await enqueueMail(db, { to: 'ada@example.com', subject: 'Hush', body: 'Hush' })
    outboxOf(throughServer())
    await vi.waitFor(async () =>
      expect((await rows())[0]?.lastError).toContain('451 <ada@example.com> Not now'),
    )
    const [mail] = await rows()
    await vi.waitFor(() => expect(logged).toHaveLength(1))
    expect(logged).toEqual([
      { mailId: mail?.id, attempts: 1, code: 'EENVELOPE', responseCode: 451 },
    ])
  })

  it("doesn't delay requests when the mail server is down", async () => {
    const away = outboxOf(configOf({ SMTP_URL: 'smtp://127.0.0.1:1' }))
    await enqueueMail(db, { to: 'ada@example.com', subject: 'Away', body: 'Away' })
    away.kick()
    await vi.waitFor(async () => expect((await rows())[0]?.lastError).toMatch(/ECONNREFUSED/))
    await away.stop()
    expect((await rows())[0]?.sentAt).toBeNull()
  })
})
