/** When the only synchronous standby is gone, reads still work but commits wait for the standby. */
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, noTimeouts, type Database } from '#server/database/client.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { migrateDatabase, withInstallationLock } from '#server/database/migrate.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readJson, readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { untilMailed } from '#test/support/notices.ts'
import { rowsOfTheTable, sampleInput } from '#test/support/rows-of-the-table.ts'
import { loseStandby, regainStandby, waitingPids } from '#test/support/standby.ts'

let folder: string
let postgres: EmbeddedPostgres
let desk: Desk
/** A superuser's connection, because a superuser's commits never wait for the standby. */
let server: Database

beforeAll(async () => {
  folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-standby-'))
  postgres = await startEmbeddedPostgres({
    dir: path.join(folder, 'postgres'),
    log: () => {},
    settings: { fsync: 'off' },
  })
  const db = connect(postgres.connection, () => {})
  await withInstallationLock(db, () => migrateDatabase(db))
  await db.$client.end()
  server = connect(postgres.adminConnection, () => {}, noTimeouts)
  desk = await openDesk({}, { connection: postgres.connection, drop: async () => {} })
}, 60_000)
afterAll(async () => {
  await desk.close()
  await server.$client.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  await regainStandby(postgres, server)
  await expect.poll(isReady, { timeout: 10_000 }).toEqual({ status: 'ready' })
  expect(await discrepancies(desk)).toEqual([])
}, 30_000)

async function isReady() {
  const reply = await desk.visitor().request('GET', '/readyz')
  expect(reply.status).toBe(200)
  return readJson(reply)
}

const commitAs = (lender: Person, loanId: string, key: string) =>
  lender.send('createCommitment', {
    body: { loanId, percentage: '10' },
    headers: { 'idempotency-key': key },
  })

describe('a lost standby', { timeout: 60_000 }, () => {
  it('serves reads but rejects writes while the standby is gone, and accepts writes when it returns', async () => {
    const loans = []
    for (let made = 0; made < 20; made += 1) loans.push(await desk.makeLoan())
    const lender = await desk.makeLender()
    await untilMailed(desk, lender)
    // The session expires soon, so a request extends it, which requires a write.
    await desk.rows("update sessions set expire = now() + interval '5 minutes'")
    await loseStandby(postgres, server)

    const under = { way: true }
    const commits = Promise.all(loans.map(({ id }) => commitAs(lender, id, `many-${id}`))).finally(
      () => (under.way = false),
    )
    let reads = 0
    while (under.way) {
      await lender.call('getCurrentUser')
      await desk.visitor().call('listLoans')
      reads += 1
      await sleep(20)
    }
    expect(reads).toBeGreaterThan(1)
    const refused = (await commits).map((reply) => [reply.status, readRefusal(reply).code])
    expect(new Set(refused.map(String))).toEqual(
      new Set(['503,outcome_unknown', '503,standby_away']),
    )
    expect(await isReady()).toEqual({ status: 'ready', changes: 'waiting for standby' })
    const late = await commitAs(lender, loans[0]?.id ?? '', 'late')
    expect([late.status, readRefusal(late).code]).toEqual([503, 'standby_away'])
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
    // A connection stays busy even after its caller stops waiting, and no other connection replaces it.
    const { size, waiting } = {
      size: desk.db.$client.pool.options.max,
      waiting: await waitingPids(server),
    }
    expect(waiting.length).toBeLessThan(size)
    expect(desk.db.$client.pool.totalCount).toBeLessThanOrEqual(size)

    await regainStandby(postgres, server)
    const again = (loanId: string) => async () =>
      (await commitAs(lender, loanId, `many-${loanId}`)).status
    for (const { id } of loans) await expect.poll(again(id), { timeout: 10_000 }).toBe(201)
    expect(await lender.call('listOwnCommitments')).toHaveLength(loans.length)
  })

  it('serves every read-only request by a lender or an administrator without the standby', async () => {
    const { id: loanId } = await desk.makeLoan()
    const people = [await desk.makeLender(), await desk.makeAdmin()]
    const committing = await desk.makeLender()
    for (const person of people) await untilMailed(desk, person)
    await loseStandby(postgres, server)
    const waits = await commitAs(committing, loanId, 'finds-out')
    expect(waits.status).toBe(503)
    await expect.poll(isReady).toEqual({ status: 'ready', changes: 'waiting for standby' })

    const subjects = { loanId, id: loanId, userId: people[0]?.id ?? '', fileUrl: '/nothing' }
    const refused = []
    for (const [name, row] of rowsOfTheTable) {
      if (row.method !== 'GET' || row.ownPagesOnly || row.response === 'events') continue
      // The token of the example is wrong, and wrong tokens are counted.
      if (name === 'getInvitation') continue
      for (const person of people) {
        const { status } = await person.send(name, sampleInput(name, subjects))
        if (status >= 500) refused.push(`${name}: ${status}`)
      }
    }
    expect(refused).toEqual([])
  })

  it('reports an unknown outcome when an operator cancels the wait for the standby', async () => {
    const lender = await desk.makeLender()
    const { id: loanId } = await desk.makeLoan()
    await loseStandby(postgres, server)
    const under = { way: true }
    const waiting = commitAs(lender, loanId, 'cancelled').finally(() => (under.way = false))
    while (under.way) {
      // Other commits may also be waiting, such as commits that seal the audit trail.
      for (const pid of await waitingPids(server))
        await server.$client.query('select pg_cancel_backend($1)', [pid])
      await sleep(10)
    }
    const lost = await waiting
    expect([lost.status, readRefusal(lost).code]).toEqual([503, 'outcome_unknown'])
    expect(desk.errors.at(-1)).toContain('UnconfirmedCommitError')
    await regainStandby(postgres, server)
    expect((await commitAs(lender, loanId, 'cancelled')).status).toBe(201)
    expect(await lender.call('listOwnCommitments')).toHaveLength(1)
  })

  it('returns an unknown outcome for a retry with the same key until the standby confirms commits again', async () => {
    const { id: loanId } = await desk.makeLoan()
    const lender = await desk.makeLender()
    const first = await commitAs(lender, loanId, 'repeated')
    expect(first.status).toBe(201)
    await untilMailed(desk, lender)
    await loseStandby(postgres, server)
    const repeated = await commitAs(lender, loanId, 'repeated')
    expect([repeated.status, readRefusal(repeated).code]).toEqual([503, 'outcome_unknown'])
    await regainStandby(postgres, server)
    const again = () => commitAs(lender, loanId, 'repeated')
    await expect.poll(async () => (await again()).status, { timeout: 10_000 }).toBe(201)
    expect(readJson(await again())).toEqual(readJson(first))
  })
})
