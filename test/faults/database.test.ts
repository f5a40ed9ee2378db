/** The database goes away, or a connection is lost on the way: the caller is told what it can do. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#server/database/connect.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/database/embedded.ts'
import { migrateDatabase, withInstallationLock } from '#server/database/migrate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import { readJson, readRefusal, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

describe('a connection that is lost while a commitment is made', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk.close())

  it('leaves the outcome unknown, and the same key finds it out', async () => {
    const lender = await desk.makeLender()
    const { id: loanId } = await desk.makeLoan()
    const headers = { 'idempotency-key': 'one' }
    const body = { loanId, percentage: '10' }
    const commit = () => lender.send('createCommitment', { body, headers })

    const holder = await desk.db.$client.connect()
    await holder.query('begin')
    await holder.query('select id from loans where id = $1 for update', [loanId])
    const waiting = commit()
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    while ((await desk.rows(cut)).length === 0) await sleep(10)
    const lost = await waiting
    await holder.query('commit')
    holder.release()

    expect(lost.status).toBe(503)
    expect(readRefusal(lost).code).toBe('outcome_unknown')
    expect(Number(lost.headers['retry-after'])).toBeGreaterThan(0)
    const [first, again] = [await commit(), await commit()]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(readJson(first)).toEqual(readJson(again))
    expect(await discrepancies(desk)).toEqual([])
  })
})

describe('a database that is away', () => {
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
    folder = await mkdtemp(path.join(tmpdir(), 'paripassu-away-'))
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

  it('is 503 until it is back, without a restart and without a word of its insides', async () => {
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
    expect(await lender.call('getCurrentUser')).toMatchObject({ id: lender.id })
    await lender.call('createCommitment', { body })
    expect((await desk.visitor().request('GET', '/readyz')).status).toBe(200)
    expect(await discrepancies(desk)).toEqual([])
  })
})
