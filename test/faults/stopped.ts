/**
 * PostgreSQL or the server is killed or frozen under load. Calls get 503 immediately, and no acknowledged change is
 * lost.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#server/database/client.ts'
import { attachToEmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { discrepancies } from '#test/support/books.ts'
import { Caller, readRefusal, type Reply } from '#test/support/caller.ts'
import {
  expectNothingLost,
  startCommitting,
  type CommitStream,
} from '#test/support/commit-streams.ts'
import { startProgram, type Program } from '#test/support/program.ts'
import { security } from '#test/support/requirements.ts'
import { postmasterPid, signalServer } from '#test/support/server-processes.ts'

const password = 'correct horse battery'
/** The server must respond within this time. A call that ends only at the statement timeout (5 s) takes longer. */
const hangMs = 4_500
const recoveryMs = 20_000

export function stops(workers: string) {
  describe('stopping PostgreSQL or the server', () => {
    const agent = new Agent({ keepAlive: true })
    let folder: string
    let program: Program
    /** Sessions are stored in the database, so these cookies remain valid after a restart. */
    const cookies: (string | null)[] = []
    let adminCookie: string | null

    const start = async () => {
      program = await startProgram({
        DATA_DIR: folder,
        ADMIN_PASSWORD: password,
        SAMPLE_DATA: 'off',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'error',
        WORKERS: workers,
      })
    }
    const callerWith = (cookie: string | null) =>
      Object.assign(new Caller(program.address, agent), { cookie })

    beforeAll(async () => {
      folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-stopped-'))
      await start()
      const admin = callerWith(null)
      await admin.call('login', { body: { email: 'admin@example.com', password } })
      adminCookie = admin.cookie
      for (const number of [1, 2, 3, 4]) {
        const lender = callerWith(null)
        const email = `lena${number}@example.com`
        const names = { firstName: 'Lena', lastName: 'Brook' }
        const { id } = await lender.call('register', { body: { ...names, email, password } })
        await admin.call('approveUser', { params: { id } })
        // The first request after approval gets a new session id, and the old session id expires soon.
        await lender.call('getCurrentUser')
        cookies.push(lender.cookie)
      }
    }, 120_000)
    afterAll(async () => {
      agent.destroy()
      await program.end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    }, 60_000)

    const makeLoans = () =>
      Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          const amount = ['1000000.01', '33.33', '777777.77'][index % 3] ?? ''
          const body = {
            title: 'Pier',
            borrowerName: 'Pier LLC',
            amount,
            interestRate: '7',
            term: 12,
          }
          return (await callerWith(adminCookie).call('createLoan', { body })).id
        }),
      )

    async function underLoad(fault: (streams: CommitStream[]) => Promise<void>) {
      const loanIds = await makeLoans()
      const streams = cookies.map((cookie) => startCommitting(callerWith(cookie), loanIds))
      const acknowledged = () => streams.flatMap((stream) => stream.attempts).filter(({ id }) => id)
      await expect.poll(() => acknowledged().length, { timeout: 20_000 }).toBeGreaterThan(10)
      await fault(streams)
      const before = acknowledged().length
      await expect
        .poll(() => acknowledged().length, { timeout: 30_000 })
        .toBeGreaterThan(before + 10)
      await Promise.all(streams.map((stream) => stream.finish()))
      await expectNothingLost(streams, loanIds)
      await expectConsistentFigures()
      for (const reply of streams.flatMap((stream) => stream.postponed)) expectPostponed(reply)
    }

    async function expectConsistentFigures() {
      const found = attachToEmbeddedPostgres(path.join(folder, 'postgres'))
      if (!found) throw new Error('No database server runs there')
      const db = connect(found.connection, () => {})
      const rows = async <Row>(text: string) => (await db.$client.query(text)).rows as Row[]
      expect(await discrepancies({ rows })).toEqual([])
      await db.$client.end()
    }

    function expectPostponed(reply: Reply) {
      expect(reply.status, reply.text).toBe(503)
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
      const { code, message } = readRefusal(reply)
      expect(['database_away', 'outcome_unknown']).toContain(code)
      expect(message).not.toMatch(/ECONN|ENOENT|postgres|socket|\/tmp/i)
    }

    const answered = (asked: Promise<Reply>) =>
      Promise.race([
        asked,
        sleep(hangMs, null, { ref: false }).then(() => {
          throw new Error('No answer')
        }),
      ])
    /**
     * Opens new connections, which are distributed among the workers, until each worker's pool can reconnect. A pool
     * waits a second after a refused connection.
     */
    const isReady = async () => {
      const ask = () => new Caller(program.address, new Agent()).request('GET', '/readyz')
      const replies = await Promise.all(Array.from({ length: 20 * Number(workers) }, ask))
      return Math.max(...replies.map(({ status }) => status))
    }

    it('returns 503 while PostgreSQL is frozen under load, and recovers afterward', async () => {
      security('15.2.2', '16.5.3')
      await underLoad(async () => {
        signalServer(folder, 'SIGSTOP')
        const { pid } = program
        for (const _round of [1, 2]) {
          const visitor = callerWith(null)
          const replies = await Promise.all(
            [
              ...Array.from({ length: 20 }, () => visitor.send('getStats')),
              callerWith(cookies[0] ?? null).send('getCurrentUser'),
              visitor.send('login', { body: { email: 'lena1@example.com', password } }),
            ].map(answered),
          )
          for (const reply of replies) expectPostponed(reply)
          for (const reply of replies.slice(0, 21))
            expect(readRefusal(reply).code).toBe('database_away')
          expect((await answered(visitor.request('GET', '/readyz'))).status).toBe(503)
          expect((await answered(visitor.request('GET', '/healthz'))).status).toBe(200)
        }
        signalServer(folder, 'SIGCONT')
        await expect.poll(isReady, { timeout: recoveryMs }).toBe(200)
        expect([program.pid, program.hasEnded()]).toEqual([pid, false])
      })
    }, 90_000)

    it('responds in time on open connections while PostgreSQL rejects new ones', async () => {
      await underLoad(async () => {
        process.kill(postmasterPid(folder), 'SIGSTOP')
        const visitor = callerWith(null)
        const replies = await Promise.all(
          Array.from({ length: 60 }, () => answered(visitor.send('getStats'))),
        )
        for (const reply of replies) if (reply.status !== 200) expectPostponed(reply)
        process.kill(postmasterPid(folder), 'SIGCONT')
        await expect.poll(isReady, { timeout: recoveryMs }).toBe(200)
      })
    }, 90_000)

    it('keeps running when PostgreSQL is killed, and recovers when PostgreSQL restarts', async () => {
      await underLoad(async () => {
        const killed = postmasterPid(folder)
        signalServer(folder, 'SIGKILL')
        expect((await answered(callerWith(null).request('GET', '/healthz'))).status).toBe(200)
        await expect.poll(isReady, { timeout: 30_000 }).toBe(200)
        expect(postmasterPid(folder)).not.toBe(killed)
        expect(program.hasEnded()).toBe(false)
      })
    }, 90_000)

    it('keeps every acknowledged change when the server and PostgreSQL are killed together', async () => {
      const loanIds = await makeLoans()
      const streams = cookies.map((cookie) => startCommitting(callerWith(cookie), loanIds))
      const acknowledged = () => streams.flatMap((stream) => stream.attempts).filter(({ id }) => id)
      await expect.poll(() => acknowledged().length, { timeout: 20_000 }).toBeGreaterThan(10)
      // PostgreSQL is killed first, because it would exit on its own once the server is gone.
      signalServer(folder, 'SIGKILL')
      await program.end('SIGKILL')
      await start()
      // Attempts without a response are retried with the same keys on the restarted server, which has a new port.
      for (const stream of streams) stream.lender = callerWith(stream.lender.cookie)
      await Promise.all(streams.map((stream) => stream.finish()))
      await expectNothingLost(streams, loanIds)
      await expectConsistentFigures()
    }, 90_000)

    it("doesn't mistake its own pause after SIGSTOP for a frozen database", async () => {
      const visitor = callerWith(null)
      const asked = Array.from({ length: 10 }, () => visitor.send('getStats'))
      process.kill(program.pid, 'SIGSTOP')
      await sleep(3_000)
      process.kill(program.pid, 'SIGCONT')
      for (const reply of await Promise.all(asked)) expect(reply.status, reply.text).toBe(200)
    }, 60_000)
  })
}
