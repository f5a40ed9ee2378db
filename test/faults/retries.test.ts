/** The server retries transactions that PostgreSQL aborts because of a conflict (SQLSTATE 40P01 or 40001). */
import { connect, type Database } from '#server/database/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaits, somebodyWaitsFor } from '#test/support/lock-waits.ts'
import { toDatabaseUrl } from '#test/support/database-url.ts'
import { makeDatabase } from '#test/support/postgres.ts'

async function openDeskWith(settings: string) {
  const own = await makeDatabase()
  const options = encodeURIComponent(`-c ${settings}`)
  const connectionString = `${toDatabaseUrl(own.connection)}&options=${options}`
  const desk = await openDesk({}, { ...own, connection: { connectionString } })
  return { desk, other: connect(own.connection, () => {}) }
}

/**
 * The tested server has the shorter deadlock_timeout, so PostgreSQL aborts its transaction. Without index scans, an
 * update locks rows in their physical order.
 */
describe('a deadlock with another program', () => {
  let desk: Desk
  let other: Database
  beforeAll(
    async () =>
      ({ desk, other } = await openDeskWith('deadlock_timeout=2s -c enable_indexscan=off')),
  )
  afterAll(async () => {
    await other.$client.end()
    await desk.close()
  })

  /**
   * The other program locks `first`, waits until the server waits for that lock, and then requests the lock on `then`.
   */
  async function deadlockWith<Result>(
    first: [string, string],
    then: [string, string],
    act: () => Promise<Result>,
  ): Promise<Result> {
    const client = await other.$client.connect()
    const lock = ([table, id]: [string, string]) =>
      client.query(`select id from ${table} where id = $1 for update`, [id])
    await client.query(`set deadlock_timeout = '60s'`)
    await client.query('begin')
    await lock(first)
    const acting = act()
    await somebodyWaitsFor(client)
    await lock(then)
    await client.query('commit')
    client.release()
    return acting
  }
  const deadlocks = async () => {
    const found = await desk.rows<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    return Number(found[0]?.deadlocks)
  }
  const expectDeadlock = async (before: number) =>
    expect.poll(deadlocks, { timeout: 10_000 }).toBeGreaterThan(before)

  it('completes a commitment, which is a single SQL statement, despite a deadlock', async () => {
    const lender = await desk.makeLender()
    const loan = await desk.makeLoan()
    const before = await deadlocks()
    const made = await deadlockWith(['loans', loan.id], ['users', lender.id], () =>
      desk.makeCommitment(lender, loan),
    )
    await expectDeadlock(before)
    expect((await lender.call('listOwnCommitments')).map(({ id }) => id)).toEqual([made.id])
  })

  it('completes a release, which is a transaction with several statements, despite a deadlock', async () => {
    const admin = await desk.makeAdmin()
    const loan = await desk.makeLoan()
    const { id } = await desk.makeCommitment(await desk.makeLender(), loan)
    const before = await deadlocks()
    const released = await deadlockWith(['commitments', id], ['loans', loan.id], () =>
      admin.call('releaseCommitment', { params: { id }, body: { reason: 'Closed elsewhere' } }),
    )
    await expectDeadlock(before)
    expect(released).toMatchObject({ id, status: 'released' })
    expect(await discrepancies(desk)).toEqual([])
  })

  it('completes an update of many rows despite a deadlock', async () => {
    const lender = await desk.makeLender()
    await desk.makeLoan()
    await desk.makeLoan()
    const [first, ...others] = await desk.rows<{ id: string }>(
      'select id from notifications where user_id = $1 order by ctid',
      [lender.id],
    )
    const last = others.at(-1)
    if (!first || !last) throw new Error('Two notifications are missing')
    const before = await deadlocks()
    await deadlockWith(['notifications', last.id], ['notifications', first.id], () =>
      lender.call('markAllNotificationsRead'),
    )
    await expectDeadlock(before)
    expect(await lender.call('countUnreadNotifications')).toEqual({ unread: 0 })
  })
})

// Operators can set this isolation level. PostgreSQL then aborts one of two conflicting transactions (40001).
describe('a database with serializable as its default isolation level', () => {
  let desk: Desk
  let other: Database
  beforeAll(
    async () =>
      ({ desk, other } = await openDeskWith('default_transaction_isolation=serializable')),
  )
  afterAll(async () => {
    await other.$client.end()
    await desk.close()
  })

  it('accepts a commitment to a loan that another transaction is changing', async () => {
    const lender = await desk.makeLender()
    const loan = await desk.makeLoan()
    const client = await other.$client.connect()
    await client.query('begin')
    await client.query("update loans set title = 'Pier 5' where id = $1", [loan.id])
    const committing = desk.makeCommitment(lender, loan)
    await somebodyWaits(other)
    await client.query('commit')
    client.release()
    expect(await committing).toMatchObject({ loanId: loan.id, percentage: '10.00' })
  })

  it('updates many rows while another transaction is changing one of the rows', async () => {
    const lender = await desk.makeLender()
    await desk.makeLoan()
    const [notice] = await lender.call('listNotifications')
    const client = await other.$client.connect()
    await client.query('begin')
    await client.query('update notifications set message = $1 where id = $2', ['New', notice?.id])
    const marking = lender.call('markAllNotificationsRead')
    await somebodyWaits(other)
    await client.query('commit')
    client.release()
    await marking
    expect(await lender.call('countUnreadNotifications')).toEqual({ unread: 0 })
  })

  it('accepts concurrent commitments and keeps every total equal to the sum of its commitments', async () => {
    const loan = await desk.makeLoan({ amount: '33.33' })
    const lenders = await Promise.all([1, 2, 3, 4].map(() => desk.makeLender()))
    const replies = await Promise.all(
      lenders.map((lender) =>
        lender.send('createCommitment', { body: { loanId: loan.id, percentage: '25' } }),
      ),
    )
    for (const reply of replies) expect(reply.status, reply.text).toBe(201)
    expect(await discrepancies(desk)).toEqual([])
  })
})
