/** SIGKILL or SIGTERM during commitments doesn't lose any acknowledged change. */
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Database } from '#server/database/client.ts'
import { attachToEmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import { Caller } from '#test/support/caller.ts'
import { expectNothingLost, startCommitting } from '#test/support/commit-streams.ts'
import { somebodyWaits } from '#test/support/lock-waits.ts'
import { launchProgram, startProgram, type Program } from '#test/support/program.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { security } from '#test/support/requirements.ts'

const password = 'correct horse battery'
const agent = new Agent({ keepAlive: true })
let folder: string
let program: Program
/** Sessions are stored in the database, so these cookies remain valid after a restart. */
let cookies: { admin: string | null; lenders: (string | null)[] }

const start = async () => {
  program = await startProgram({
    DATA_DIR: folder,
    ADMIN_PASSWORD: password,
    SAMPLE_DATA: 'off',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  })
}
const callerWith = (cookie: string | null) =>
  Object.assign(new Caller(program.address, agent), { cookie })

beforeAll(async () => {
  folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-kill-'))
  await start()
  const admin = callerWith(null)
  await admin.call('login', { body: { email: 'admin@example.com', password } })
  cookies = { admin: admin.cookie, lenders: [] }
  for (let number = 1; number <= 4; number += 1) {
    const lender = callerWith(null)
    const { id } = await lender.call('register', {
      body: { firstName: 'Lena', lastName: 'Brook', email: `lena${number}@example.com`, password },
    })
    await admin.call('approveUser', { params: { id } })
    // The first request after approval gets a new session id, and the old session id expires soon.
    await lender.call('getCurrentUser')
    cookies.lenders.push(lender.cookie)
  }
}, 120_000)
afterAll(async () => {
  agent.destroy()
  await program.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}, 60_000)

async function withDatabase<Result>(act: (db: Database) => Promise<Result>): Promise<Result> {
  const found = attachToEmbeddedPostgres(path.join(folder, 'postgres'))
  if (!found) throw new Error('No database server runs there')
  const db = connect(found.connection, () => {})
  try {
    return await act(db)
  } finally {
    await db.$client.end()
  }
}

const expectConsistentFigures = () =>
  withDatabase(async (db) => {
    const rows = async <Row>(text: string) => (await db.$client.query(text)).rows as Row[]
    expect(await discrepancies({ rows })).toEqual([])
  })

const makeLoan = async (amount: string) =>
  callerWith(cookies.admin).call('createLoan', {
    body: { title: 'Pier', borrowerName: 'Pier LLC', amount, interestRate: '7', term: 12 },
  })

describe('kill -9 during commitments', () => {
  it.each([1, 2, 3, 4])(
    'loses no confirmed data after the server is killed with kill -9, round %i',
    async (round) => {
      security('2.3.3')
      const loans = await Promise.all(['1000000.01', '33.33', '777777.77'].map(makeLoan))
      const loanIds = loans.map((loan) => loan.id)
      const streams = cookies.lenders.map((cookie) => startCommitting(callerWith(cookie), loanIds))
      // Each round kills the server at a different time, but only after the first commitment is acknowledged.
      const anyIsMade = () => streams.some(({ attempts }) => attempts.some(({ id }) => id))
      await expect.poll(anyIsMade, { interval: 1, timeout: 20_000 }).toBe(true)
      await sleep((round * 37) % 150)
      expect(await program.end('SIGKILL')).toBeNull()

      await start()
      await expectConsistentFigures()
      // Requests without a response are retried with the same keys. Each must have taken effect exactly once.
      for (const [index, stream] of streams.entries())
        stream.lender = callerWith(cookies.lenders[index] ?? null)
      await Promise.all(streams.map((stream) => stream.finish()))
      await expectNothingLost(streams, loanIds)
      await expectConsistentFigures()
    },
    60_000,
  )
})

describe('SIGTERM', () => {
  it('completes the requests in progress after SIGTERM and exits with code 0', async () => {
    const { id: loanId } = await makeLoan('1000000.00')
    const madeIds = await withDatabase(async (db) => {
      const client = await db.$client.connect()
      await client.query('begin')
      await client.query('select id from loans where id = $1 for update', [loanId])
      const replies = cookies.lenders.map((cookie) =>
        callerWith(cookie).call('createCommitment', { body: { loanId, percentage: '10' } }),
      )
      // The server runs only one statement at a time for each loan, so the other statements wait in the server.
      await somebodyWaits(db, 1)
      // Once this call returns, all earlier requests have arrived.
      await callerWith(null).call('getLoan', { params: { id: loanId } })
      const ended = program.end('SIGTERM')
      await sleep(300)
      expect(await Promise.race([ended, sleep(1, 'still running')])).toBe('still running')
      await client.query('commit')
      const made = await Promise.all(replies)
      client.release()
      // Shutdown doesn't wait for the idle connections that clients keep open.
      expect(await Promise.race([ended, sleep(8000, 'still running')])).toBe(0)
      return made.map((commitment) => commitment.id)
    })

    await start()
    const now = await callerWith(null).call('getLoan', { params: { id: loanId } })
    expect(now).toMatchObject({ committedPercentage: '40.00', committedAmount: '400000.00' })
    for (const [index, cookie] of cookies.lenders.entries()) {
      const own = await callerWith(cookie).call('listOwnCommitments')
      expect(own[0]?.id).toBe(madeIds[index])
    }
    await expectConsistentFigures()
  }, 60_000)

  it('exits with code 0 after SIGTERM during the first start, and repeats the setup on the next start', async () => {
    const dataDir = await mkdtemp(path.join(memoryFolder(), 'paripassu-first-'))
    const settings = { DATA_DIR: dataDir, ADMIN_PASSWORD: password }
    try {
      const first = await launchProgram(settings)
      while (!first.output().includes('sample portfolio') && !first.hasEnded()) await sleep(5)
      expect(await first.end('SIGTERM')).toBe(0)
      expect(first.output()).not.toMatch(/error|^ +at /im)
      const next = await startProgram(settings)
      expect(next.output()).toContain('Sample lender: ')
      expect(await next.end('SIGTERM')).toBe(0)
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }, 120_000)
})
