/**
 * If the database stops or a connection breaks during a request, the response is 503. The error code says whether the
 * outcome is known.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#server/database/client.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { migrateDatabase, withInstallationLock } from '#server/database/migrate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { standBetween, type Between, type Moment } from '#test/support/between.ts'
import { discrepancies } from '#test/support/books.ts'
import { readJson, readRefusal, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { untilMailed } from '#test/support/notices.ts'
import { makeDatabase } from '#test/support/postgres.ts'
import { security } from '#test/support/requirements.ts'
import { loseStandby, regainStandby } from '#test/support/standby.ts'

describe('a connection lost during a commitment', () => {
  let desk: Desk
  let proxy: Between
  beforeAll(async () => {
    proxy = await standBetween(await makeDatabase(), 'plain text')
    desk = await openDesk({}, proxy)
  })
  afterAll(() => desk.close())

  it('changes nothing if the connection is lost while a request waits for a lock on the loan, and accepts a retry with the same key', async () => {
    const lender = await desk.makeLender()
    const { id: loanId } = await desk.makeLoan()
    const headers = { 'idempotency-key': 'one' }
    const body = { loanId, percentage: '10' }
    const commit = () => lender.send('createCommitment', { body, headers })

    const loanLocker = await desk.db.$client.connect()
    await loanLocker.query('begin')
    await loanLocker.query('select id from loans where id = $1 for update', [loanId])
    const waiting = commit()
    const terminateWaiting = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    while ((await desk.rows(terminateWaiting)).length === 0) await sleep(10)
    const lost = await waiting
    await loanLocker.query('commit')
    loanLocker.release()

    expect(lost.status).toBe(503)
    expect(readRefusal(lost).code).toBe('database_away')
    expect(Number(lost.headers['retry-after'])).toBeGreaterThan(0)
    const [first, again] = [await commit(), await commit()]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(readJson(first)).toEqual(readJson(again))
    expect(await discrepancies(desk)).toEqual([])
  })

  async function prepareCommitment(key: string) {
    const lender = await desk.makeLender()
    const { id: loanId } = await desk.makeLoan()
    const input = { body: { loanId, percentage: '10' }, headers: { 'idempotency-key': key } }
    const counts = `select (select count(*)::int from commitments where loan_id = $1) as lines,
      (select count(*)::int from audit where loan_id = $1 and kind = 'commitmentMade') as entries,
      (select count(*)::int from idempotency_keys where key = $2) as keys`
    return {
      lender,
      commit: () => lender.send('createCommitment', input),
      held: async () => (await desk.rows(counts, [loanId, key]))[0],
    }
  }
  const nothing = { lines: 0, entries: 0, keys: 0 }
  const one = { lines: 1, entries: 1, keys: 1 }

  it.each<[string, string[], Moment, string, object]>([
    // The commit is sent together with the write, so the outcome is unknown if either is lost.
    ['before the write arrives', [], 'arrival', 'outcome_unknown', nothing],
    ['before COMMIT arrives', ['commit'], 'arrival', 'outcome_unknown', nothing],
    ['before the response to COMMIT arrives', ['commit'], 'answer', 'outcome_unknown', one],
  ])(
    'creates one commitment when the connection is lost %s and the request is retried',
    async (title, then, when, code, stored) => {
      const key = title.replaceAll(/\W/g, '-')
      const { lender, commit, held } = await prepareCommitment(key)
      // The proxy recognizes the write by the idempotency key in its JSON.
      proxy.breakAt([`"key":"${key}"`, ...then], when)
      const lost = await commit()
      expect([lost.status, readRefusal(lost).code]).toEqual([503, code])
      expect(Number(lost.headers['retry-after'])).toBeGreaterThan(0)
      expect(await held()).toEqual(stored)

      const [first, again] = [await commit(), await commit()]
      expect([first.status, again.status]).toEqual([201, 201])
      expect(readJson(again)).toEqual(readJson(first))
      expect(await held()).toEqual(one)
      const [line] = await lender.call('listOwnCommitments')
      expect(readJson(first)).toMatchObject({ id: line?.id, status: 'active', percentage: '10.00' })
      expect(await discrepancies(desk)).toEqual([])
    },
  )
})

describe('a failing database server', () => {
  let folder: string
  let postgres: EmbeddedPostgres
  let desk: Desk
  const start = () =>
    startEmbeddedPostgres({
      dir: path.join(folder, 'postgres'),
      log: () => {},
      settings: { fsync: 'off' },
    })
  beforeAll(async () => {
    folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-down-'))
    postgres = await start()
    const db = connect(postgres.connection, () => {})
    await withInstallationLock(db, () => migrateDatabase(db))
    await db.$client.end()
    desk = await openDesk({}, { connection: postgres.connection, drop: async () => {} })
  })
  afterAll(async () => {
    await desk.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('returns 503 without internal details while the database is down, and recovers without a restart', async () => {
    security('16.5.1', '16.5.2')
    const lender = await desk.makeLender()
    const loan = await desk.makeLoan()
    await postgres.stop()
    const body = { loanId: loan.id, percentage: '10' }
    const asked: (() => Promise<Reply>)[] = [
      () => desk.visitor().send('listLoans'),
      () => lender.send('getCurrentUser'),
      () => lender.send('createCommitment', { body }),
      () => desk.visitor().send('login', { body: lender }),
      () => desk.visitor().request('GET', '/readyz'),
    ]
    for (const ask of asked) {
      const reply = await ask()
      expect(reply.status, reply.text).toBe(503)
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
      const { message } = readRefusal(reply)
      expect(message).not.toMatch(/ECONN|ENOENT|postgres|socket|\/tmp/i)
    }
    expect((await desk.visitor().request('GET', '/healthz')).status).toBe(200)

    postgres = await start()
    const isReady = async () => (await desk.visitor().request('GET', '/readyz')).status
    await expect.poll(isReady, { timeout: 10_000 }).toBe(200)
    expect(await lender.call('getCurrentUser')).toMatchObject({ id: lender.id })
    await lender.call('createCommitment', { body })
    expect((await desk.visitor().request('GET', '/readyz')).status).toBe(200)
    expect(await discrepancies(desk)).toEqual([])
  })

  it("doesn't report connections that break while the pool is being closed", async () => {
    const reported: string[] = []
    const db = connect(postgres.connection, ({ message }) => reported.push(message))
    const ask = () => db.$client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const answers = await Promise.all([ask(), ask(), ask()])
    const pids = answers.flatMap(({ rows }) => rows.map(({ pid }) => pid))
    let closed = 0
    db.$client.pool.on('remove', () => (closed += 1))
    // As in a shutdown, the server ends its backends before they read the client's Terminate message.
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    await db.$client.end()
    for (const pid of pids) process.kill(pid, 'SIGTERM')
    for (const pid of pids) process.kill(pid, 'SIGCONT')
    await expect.poll(() => closed, { timeout: 10_000 }).toBeGreaterThanOrEqual(pids.length)
    expect(reported).toEqual([])
  })

  it('reports an unknown outcome when no standby confirms the commit', async () => {
    const lender = await desk.makeLender()
    const { id: loanId } = await desk.makeLoan()
    const commit = () =>
      lender.send('createCommitment', {
        body: { loanId, percentage: '10' },
        headers: { 'idempotency-key': 'unconfirmed' },
      })
    await untilMailed(desk, lender)
    const server = connect(postgres.adminConnection, () => {})
    await loseStandby(postgres, server)
    const lost = await commit()
    expect([lost.status, readRefusal(lost).code]).toEqual([503, 'outcome_unknown'])
    expect(Number(lost.headers['retry-after'])).toBeGreaterThan(0)

    await regainStandby(postgres, server)
    await server.$client.end()
    await expect.poll(async () => (await commit()).status, { timeout: 10_000 }).toBe(201)
    expect(await lender.call('listOwnCommitments')).toHaveLength(1)
    expect(await discrepancies(desk)).toEqual([])
  }, 60_000)
})
