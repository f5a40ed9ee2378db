/** Even at its most verbose level, the log is useful to an operator and contains no secrets. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import path from 'node:path'
import { logOptions } from '#server/log.ts'
import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError, Pool } from 'pg'
import { pino, type Logger } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { Caller } from '#test/support/caller.ts'
import { toDatabaseUrl } from '#test/support/database-url.ts'
import { makeDatabase, type OwnDatabase } from '#test/support/postgres.ts'
import { startProgram, type Program } from '#test/support/program.ts'
import { turnOn, wrongCode } from '#test/support/second-factor.ts'
import { askForUpload, putBytes } from '#test/support/uploading.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { security } from '#test/support/requirements.ts'

let database: OwnDatabase
let dataDir: string
let program: Program
let pool: Pool
const agent = new Agent({ keepAlive: true })
const adminPassword = `admin-${randomUUID()}`

beforeAll(async () => {
  database = await makeDatabase()
  dataDir = await mkdtemp(path.join(memoryFolder(), 'paripassu-logs-'))
  const databaseUrl = toDatabaseUrl(database.connection)
  pool = new Pool(database.connection)
  program = await startProgram({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    SAMPLE_DATA: 'off',
    ADMIN_PASSWORD: adminPassword,
  })
})
afterAll(async () => {
  await program.end('SIGTERM')
  agent.destroy()
  await pool.end()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const visitor = () => new Caller(program.address, agent)
const pathOf = (address: string) => new URL(address).pathname

async function register(secrets: Set<string>): Promise<Person> {
  const caller = visitor()
  const names = { firstName: 'Lena', lastName: 'Brook' }
  const account = { ...names, email: `${randomUUID()}@example.com`, password: randomUUID() }
  const { id } = await caller.call('register', { body: account })
  secrets.add(account.email).add(account.password).add(cookieOf(caller))
  return Object.assign(caller, account, { id })
}

const cookieOf = ({ cookie }: Caller) => (cookie ?? 'none').replace('sid=', '')

async function signInAsAdmin(secrets: Set<string>) {
  const admin = visitor()
  await admin.call('login', { body: { email: 'admin@example.com', password: adminPassword } })
  secrets.add(adminPassword).add(cookieOf(admin))
  return admin
}

const lines = () =>
  program
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))

describe('logging at the trace level', () => {
  const secrets = new Set<string>()

  it("doesn't log secrets used for sign-ins, password resets, uploads, or two-factor sign-in", async () => {
    security('14.2.1', '14.2.4', '16.2.5')
    const lender = await register(secrets)
    const wrong = randomUUID()
    secrets.add(wrong)
    await visitor().refusal('login', { body: { email: lender.email, password: wrong } })
    await lender.refusal('changePassword', {
      body: { currentPassword: wrong, newPassword: 'another long one' },
    })
    await useSecondFactor(lender)
    await useResetLinks(lender)
    await useUpload()
    await sendSecretsEverywhere()
    await failInTheDatabase()
    const stored = await pool.query<{ password: string }>('select password from users')
    for (const { password } of stored.rows) secrets.add(password)
    const sessions = await pool.query<{ sid: string }>('select sid from sessions')
    for (const { sid } of sessions.rows) secrets.add(sid)
    // The search for secrets is meaningful only if the log contains these requests.
    const log = lines().join('\n')
    for (const told of ['/api/auth/reset-password', '/api/uploads/', '42P01', '"level":"info"'])
      expect(log).toContain(told)
    expect(secrets.size).toBeGreaterThan(25)
    expect([...secrets].filter((secret) => log.includes(secret))).toEqual([])
    // The rest of the output contains no secrets except those that the first start prints once.
    expect([...secrets].filter((secret) => program.output().includes(secret))).toEqual([])
  })

  async function useSecondFactor(lender: Person) {
    const { secret, uri, code, recoveryCodes } = await turnOn(lender)
    const bad = wrongCode(secret)
    const { email, password } = lender
    await visitor().refusal('login', { body: { email, password, code: bad } })
    const [recovery = ''] = recoveryCodes
    await visitor().call('login', { body: { email, password, code: recovery } })
    for (const each of [secret, uri, cookieOf(lender), ...recoveryCodes]) secrets.add(each)
    // The search includes the quotes around a code, because six digits occur by chance in many lines.
    for (const each of [code, bad]) secrets.add(`"${each}"`)
  }

  async function useResetLinks(lender: Person) {
    await visitor().call('requestPasswordReset', { body: { email: lender.email } })
    const admin = await signInAsAdmin(secrets)
    const { url } = await admin.call('createResetLink', { params: { id: lender.id } })
    const mailed = await tokenInMail(lender.email)
    const token = new URL(url).searchParams.get('token') ?? ''
    for (const each of [mailed, token]) {
      expect(each).toMatch(/^[\w-]{43}$/)
      secrets.add(each)
      await visitor().request('GET', `/reset-password?token=${each}`)
      await visitor().send('resetPassword', { body: { token: each, password: 'x' } })
    }
    const password = randomUUID()
    secrets.add(password)
    await visitor().call('resetPassword', { body: { token, password } })
  }

  async function tokenInMail(email: string) {
    const folder = path.join(dataDir, 'mail')
    let found: string | undefined
    const search = async () => {
      for (const name of await readdir(folder).catch(() => [])) {
        const text = await readFile(path.join(folder, name), 'utf8')
        if (text.includes(email)) found ??= /token=([\w-]+)/.exec(text)?.[1]
      }
      return found
    }
    await expect.poll(search, { timeout: 10_000 }).toBeTruthy()
    return found ?? ''
  }

  async function useUpload() {
    const upload = await askForUpload(await signInAsAdmin(secrets), 'document')
    const { search } = new URL(upload.uploadURL)
    secrets.add(search.replace('?token=', ''))
    const failed = { ...upload, uploadURL: upload.uploadURL.replace('documents/', 'documents/x') }
    await putBytes(failed, Buffer.from('%PDF-1.4'))
    await putBytes(upload, Buffer.from('%PDF-1.4'))
    await putBytes(upload, Buffer.from('%PDF-1.4'))
    expect(lines().join('\n')).toContain(pathOf(upload.uploadURL))
  }

  async function sendSecretsEverywhere() {
    const secret = randomUUID()
    secrets.add(secret)
    const headers = {
      authorization: `Bearer ${secret}`,
      'x-api-key': secret,
      cookie: `sid=${secret}`,
    }
    const body = JSON.stringify({ password: secret, token: secret })
    const targets = [
      `/api/loans?token=${secret}`,
      `/api/loans?limit=${secret}`,
      `/api/nothing?key=${secret}`,
      `/dashboard?sid=${secret}#${secret}`,
    ]
    const json = { ...headers, 'content-type': 'application/json' }
    for (const target of targets) {
      await visitor().request('GET', target, { headers })
      await visitor().request('POST', target, { headers: json, body })
    }
    for (const broken of [body.slice(0, -1), `${body}${body}`, body.replaceAll('"', "'")])
      await visitor().request('POST', '/api/auth/login', { headers: json, body: broken })
    await visitor().request('POST', '/api/auth/login', { headers, body })
  }

  /**
   * Causes an error in each statement with an email address, a hash, or a token among its parameters. The server logs
   * such failed statements.
   */
  async function failInTheDatabase() {
    const admin = await signInAsAdmin(secrets)
    for (const table of ['users', 'mails', 'attempts', 'uploads', 'password_resets']) {
      const isThere = await pool.query('select to_regclass($1) as name', [table])
      if (!isThere.rows[0]?.name) continue
      await pool.query(`alter table ${table} rename to lost`)
      try {
        const account = { email: `${randomUUID()}@example.com`, password: randomUUID() }
        secrets.add(account.email).add(account.password)
        const body = { ...account, firstName: 'Ada', lastName: 'Cole' }
        const replies = [
          await visitor().send('login', { body: account }),
          await visitor().send('register', { body }),
          await visitor().send('requestPasswordReset', { body: { email: account.email } }),
          await visitor().send('resetPassword', { body: { ...account, token: account.password } }),
          await admin.send('createDocumentUpload', { body: {} }),
        ]
        expect(replies.map(({ status }) => status)).toContain(500)
      } finally {
        await pool.query(`alter table lost rename to ${table}`)
      }
    }
  }
})

describe('the log', () => {
  const refused = (words: string) =>
    lines()
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === words)

  it('logs the caller, path, and IP address of a forbidden request', async () => {
    security('16.2.1', '16.3.2')
    const lender = await register(new Set())
    await lender.refusal('listUsers')
    const own = () => refused('A call was forbidden').find(({ user }) => user === lender.id)
    await expect.poll(own).toBeTruthy()
    expect(own()).toMatchObject({
      level: 'warn',
      status: 403,
      refused: 'forbidden',
      req: { method: 'GET', path: '/api/admin/users', address: '127.0.0.1' },
      reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it('logs rejected sign-ins and throttling', async () => {
    security('16.3.3')
    const body = { email: `${randomUUID()}@example.com`, password: 'a wrong one' }
    for (let time = 0; time < 11; time += 1) await visitor().refusal('login', { body })
    await expect.poll(() => refused('Too many attempts').length).toBeGreaterThan(0)
    expect(refused('Too many attempts').at(-1)).toMatchObject({ level: 'warn', status: 429 })
    expect(refused('A sign-in was refused').length).toBeGreaterThanOrEqual(10)
    expect(refused('A sign-in was refused').at(-1)).toMatchObject({ level: 'info', status: 401 })
  })
})

describe('a logged error', () => {
  const logged = (log: (to: Logger) => void) => {
    let text = ''
    log(pino(logOptions('trace'), { write: (line: string) => void (text += line) }))
    return text
  }
  const fromDriver = () => {
    const error = new DatabaseError('invalid input syntax for type uuid: "s3cret"', 1, 'error')
    return Object.assign(error, {
      code: '22P02',
      detail: 'Key (email)=(s3cret) already exists.',
      where: 'unnamed portal parameter $1 = s3cret',
      hint: 's3cret',
      internalQuery: 's3cret',
    })
  }
  const fromQuery = () =>
    new DrizzleQueryError('insert into users values ($1)', ['s3cret', 'more'], fromDriver())

  it.each<[string, (to: Logger) => void]>([
    ['logged as a field with a message', (to) => to.error({ err: fromQuery() }, 'It failed')],
    ['logged as a field without a message', (to) => to.error({ err: fromQuery() })],
    ['logged alone', (to) => to.error(fromQuery())],
    ['logged with a message', (to) => to.error(fromQuery(), 'It failed')],
    ['logged with its message', (to) => to.error({ err: fromQuery() }, fromQuery().message)],
    [
      'logged as the cause of another error',
      (to) => to.error(new Error('Outer', { cause: fromQuery() })),
    ],
    ['thrown by the driver', (to) => to.warn(fromDriver())],
    [
      'with a changed message',
      (to) => {
        const error = fromQuery()
        error.message = 'changed'
        to.error({ err: error }, 'It failed')
      },
    ],
    ['that is a string', (to) => to.error({ err: 's3cret' }, 'It failed')],
    [
      'with a request attached',
      (to) => {
        const request = { headers: { cookie: 's3cret' }, body: { password: 's3cret' } }
        to.error({ err: Object.assign(new Error('Broken'), { request, rawPacket: 's3cret' }) })
      },
    ],
  ])('omits parameter values from a logged error: %s', (_how, log) => {
    security('1.3.10', '16.2.5')
    const text = logged(log)
    expect(JSON.parse(text)).toMatchObject({ err: expect.anything() })
    expect(text).not.toContain('s3cret')
    expect(text).not.toContain('more')
  })

  it('includes the statement, the database error code, and the stack trace in a logged error', () => {
    security('16.3.4')
    const text = logged((to) => to.error({ err: fromQuery() }, 'It failed'))
    expect(text).toContain('insert into users values ($1)')
    expect(text).toContain('22P02')
    expect(text).toContain('logs.test.ts')
    expect(JSON.parse(text)).toMatchObject({ level: 'error', msg: 'It failed' })
  })
})
