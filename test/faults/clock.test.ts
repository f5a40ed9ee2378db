/**
 * These tests make clocks jump by hours. Expiry depends on the database's clock, and throttling ends once a clock is
 * corrected.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '#server/project-root.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Caller, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { startProgram, type Program } from '#test/support/program.ts'
import { pdfFile } from '#test/support/sample-files.ts'
import { askForUpload, putBytes } from '#test/support/uploading.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'

const password = 'correct horse battery'
const email = 'admin@example.com'
const hours = 5

const libraries = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64']
const faketime = libraries
  .map((folder) => path.join(folder, 'faketime/libfaketime.so.1'))
  .find((file) => existsSync(file))
const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => existsSync(file))
const skipReason =
  (faketime ? null : 'libfaketime is not installed') ??
  (setpriv ? null : 'setpriv is not installed')

interface ClockedProgram {
  program: Program
  visitor: () => Caller
  mailFolder: string
  /** How many hours a clock is ahead of real time. A negative number means that the clock is behind. */
  shiftClock: (hoursAhead: number) => void
  close: () => Promise<void>
}

async function startWith(
  settings: Record<string, string>,
  folder: string,
  shiftClock: ClockedProgram['shiftClock'],
): Promise<ClockedProgram> {
  const program = await startProgram({
    DATA_DIR: path.join(folder, 'data'),
    ADMIN_PASSWORD: password,
    SAMPLE_DATA: 'off',
    SESSION_IDLE_MINUTES: '60',
    SESSION_MAX_HOURS: '2',
    ...settings,
  })
  const agent = new Agent({ keepAlive: true })
  return {
    program,
    visitor: () => new Caller(program.address, agent),
    mailFolder: path.join(folder, 'data/mail'),
    shiftClock,
    close: async () => {
      agent.destroy()
      expect(await program.end('SIGTERM')).toBe(0)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startWithProgramClock(): Promise<ClockedProgram> {
  const folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-clock-'))
  const file = path.join(folder, 'shift')
  const clock = pathToFileURL(path.join(projectRoot, 'test/support/shifted-clock.mjs'))
  const settings = { NODE_OPTIONS: `--import ${clock.href}`, CLOCK_FILE: file }
  return startWith(settings, folder, (by) => writeFileSync(file, String(by * 3_600_000)))
}

/**
 * The server starts PostgreSQL through `setpriv`. This script has the same name, comes first in PATH, and loads
 * libfaketime.
 */
async function startWithDatabaseClock(): Promise<ClockedProgram> {
  const folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-clock-'))
  await chmod(folder, 0o755)
  const file = path.join(folder, 'shift')
  await writeFile(file, '+0', { mode: 0o644 })
  const programs = path.join(folder, 'bin')
  await mkdir(programs)
  const variables = [
    `LD_PRELOAD=${faketime}`,
    `FAKETIME_TIMESTAMP_FILE=${file}`,
    'FAKETIME_NO_CACHE=1',
    'FAKETIME_DONT_FAKE_MONOTONIC=1',
  ]
  const script = `#!/bin/sh\nexec env ${variables.join(' ')} ${setpriv} "$@"\n`
  await writeFile(path.join(programs, 'setpriv'), script, { mode: 0o755 })
  const settings = { PATH: `${programs}:${process.env['PATH'] ?? ''}` }
  return startWith(settings, folder, (by) => writeFileSync(file, by < 0 ? `${by}h` : `+${by}h`))
}

async function signIn(clocked: ClockedProgram): Promise<Caller> {
  const caller = clocked.visitor()
  await caller.call('login', { body: { email, password } })
  return caller
}

const makeLoan = (admin: Caller) =>
  admin.call('createLoan', {
    body: { title: 'Pier', borrowerName: 'Pier', amount: '33.33', interestRate: '7', term: 12 },
  })

async function throttle({ visitor }: Pick<Desk, 'visitor'>, address: string): Promise<Reply> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const reply = await visitor().send('login', {
      body: { email: address, password: 'wrong horse battery' },
    })
    if (reply.status === 429) return reply
  }
  throw new Error('The sign-ins were not throttled')
}

function expectThrottled(reply: Reply) {
  expect(reply.status, reply.text).toBe(429)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
}

async function expectEmailSent(clocked: ClockedProgram) {
  const count = () => (existsSync(clocked.mailFolder) ? readdirSync(clocked.mailFolder).length : 0)
  const before = count()
  await clocked.visitor().call('requestPasswordReset', { body: { email } })
  await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(before)
}

function hoursAhead(log: string): number {
  const [, time = ''] = /.*"time":"([^"]+)"/s.exec(log) ?? []
  return (Date.parse(time) - Date.now()) / 3_600_000
}

describe("the server's clock", () => {
  let clocked: ClockedProgram
  beforeAll(async () => (clocked = await startWithProgramClock()), 120_000)
  afterAll(() => clocked.close(), 60_000)

  it.each([hours, -hours])(
    'preserves sessions, upload URLs, and throttling when the clock jumps by %i hours',
    async (by) => {
      clocked.shiftClock(0)
      const admin = await signIn(clocked)
      const { id: loanId } = await makeLoan(admin)
      const commit = () =>
        admin.send('createCommitment', {
          body: { loanId, percentage: '10' },
          headers: { 'idempotency-key': `jump${by}` },
        })
      const first = await commit()
      const upload = await askForUpload(admin, 'document', { contentType: 'application/pdf' })
      expectThrottled(await throttle(clocked, `lena${by}@example.com`))
      clocked.shiftClock(by)
      expect(await admin.call('getCurrentUser')).toMatchObject({ email })
      const again = await commit()
      expect([again.status, again.text]).toEqual([201, first.text])
      expect((await putBytes(upload, pdfFile())).status).toBe(204)
      expectThrottled(await throttle(clocked, `lena${by}@example.com`))
      await expectEmailSent(clocked)
      expect((await admin.request('GET', '/readyz')).status).toBe(200)
      expect(Math.round(hoursAhead(clocked.program.output()))).toBe(by)
      clocked.shiftClock(0)
      expect(await admin.call('getCurrentUser')).toMatchObject({ email })
      await expectEmailSent(clocked)
    },
    60_000,
  )
})

describe.skipIf(skipReason)(`PostgreSQL's clock (${skipReason ?? 'ready'})`, () => {
  let clocked: ClockedProgram
  beforeAll(async () => (clocked = await startWithDatabaseClock()), 120_000)
  afterAll(() => clocked.close(), 60_000)

  it("expires sessions, upload URLs, and throttling when PostgreSQL's clock jumps ahead, and recovers afterward", async () => {
    const admin = await signIn(clocked)
    const upload = await askForUpload(admin, 'document', { contentType: 'application/pdf' })
    await throttle(clocked, 'lena@example.com')

    clocked.shiftClock(hours)
    expect((await admin.send('getCurrentUser')).status).toBe(401)
    expect((await putBytes(upload, pdfFile())).status).toBeGreaterThanOrEqual(400)
    const later = await signIn(clocked)
    await expectEmailSent(clocked)
    const refusedOnce = await clocked.visitor().send('login', {
      body: { email: 'lena@example.com', password: 'wrong horse battery' },
    })
    expect(refusedOnce.status).toBe(401)
    expectThrottled(await throttle(clocked, 'lena@example.com'))

    clocked.shiftClock(0)
    expect((await later.request('GET', '/readyz')).status).toBe(200)
    expectThrottled(await throttle(clocked, 'leo@example.com'))
    await expectEmailSent(clocked)
    const { id: loanId } = await makeLoan(await signIn(clocked))
    expect((await later.send('getLoan', { params: { id: loanId } })).status).toBe(200)
  }, 90_000)

  it("keeps sessions, idempotency keys, throttling, and email working when PostgreSQL's clock is set back", async () => {
    const admin = await signIn(clocked)
    const { id: loanId } = await makeLoan(admin)
    const commit = () =>
      admin.send('createCommitment', {
        body: { loanId, percentage: '10' },
        headers: { 'idempotency-key': 'back' },
      })
    const first = await commit()
    clocked.shiftClock(-hours)
    expect(await admin.call('getCurrentUser')).toMatchObject({ email })
    const again = await commit()
    expect([again.status, again.text]).toEqual([201, first.text])
    expectThrottled(await throttle(clocked, 'lee@example.com'))
    await expectEmailSent(clocked)
    expect((await admin.request('GET', '/readyz')).status).toBe(200)
    clocked.shiftClock(0)
  }, 90_000)
})

describe("rows written while PostgreSQL's clock was ahead", () => {
  let desk: Desk
  beforeAll(async () => (desk = await openDesk()))
  afterAll(() => desk.close())

  it("doesn't delay email because of rows with future timestamps", async () => {
    const add = (subject: string, attempts: number, wait: string) =>
      desk.rows(
        `insert into mails (id, recipient, subject, body, attempts, next_attempt_at, created_at)
        values (gen_random_uuid(), 'lena@example.com', $1, '', $2, now() + $3::interval, now() + $3::interval)`,
        [subject, attempts, wait],
      )
    await add('new', 0, '5 hours')
    await add('failed', 1, '5 hours')
    await add('waiting', 1, '30 seconds')
    // Queuing an email wakes the job that sends emails, which then sends all emails that are due.
    const lender = await desk.makeLender()
    await desk.visitor().call('requestPasswordReset', { body: { email: lender.email } })
    const sent = async () =>
      (
        await desk.rows<{ subject: string }>(
          `select subject from mails where sent_at is not null and recipient = 'lena@example.com'`,
        )
      )
        .map(({ subject }) => subject)
        .toSorted()
    await expect.poll(sent, { timeout: 20_000 }).toEqual(['failed', 'new'])
  })

  it("doesn't throttle clients because of rows with future timestamps", async () => {
    const lender = await desk.makeLender()
    const login = (right: boolean) =>
      desk.visitor().send('login', {
        body: { email: lender.email, password: right ? lender.password : 'wrong horse battery' },
      })
    expect((await throttle(desk, lender.email)).status).toBe(429)
    await desk.rows(`update attempts set created_at = created_at + interval '5 hours'`)
    expect((await login(false)).status).toBe(401)
    expect((await login(true)).status).toBe(200)
  })
})
