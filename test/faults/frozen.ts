/** A database that keeps its connections open but doesn't respond, like a frozen machine. */
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Database } from '#server/database/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { standBetween, type Between, type Speech } from '#test/support/between.ts'
import { readJson, readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaits } from '#test/support/lock-waits.ts'
import { makeDatabase } from '#test/support/postgres.ts'

let desk: Desk
let proxy: Between
/** A connection that bypasses the proxy, as another program using the database would. */
let direct: Database

const isReady = async () => (await desk.visitor().request('GET', '/readyz')).status

async function lockLoan(id: string) {
  const client = await direct.$client.connect()
  await client.query('begin')
  await client.query('select id from loans where id = $1 for update', [id])
  return async () => {
    await client.query('commit')
    client.release()
  }
}

export function freezes(transport: Speech) {
  describe(`a frozen database, connected over ${transport}`, () => {
    beforeAll(async () => {
      const own = await makeDatabase()
      direct = connect(own.connection, () => {})
      proxy = await standBetween(own, transport)
      desk = await openDesk({}, proxy)
    })
    afterAll(async () => {
      await direct.$client.end()
      await desk.close()
    })

    it('returns 503 within seconds while the database is frozen, and recovers afterward', async () => {
      const lender = await desk.makeLender()
      const loan = await desk.makeLoan()
      const body = { loanId: loan.id, percentage: '10' }
      proxy.freeze()
      // The first requests use pooled connections that have just worked. Later requests open new connections.
      const replies = await Promise.all([
        ...Array.from({ length: 20 }, () => desk.visitor().send('getStats')),
        lender.send('createCommitment', { body }),
        desk.visitor().request('GET', '/readyz'),
      ])
      expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([503]))
      // No request has changed anything, so each can safely be retried.
      expect(new Set(replies.map((reply) => readRefusal(reply).code))).toEqual(
        new Set(['database_away', 'not_ready']),
      )
      expect((await desk.visitor().request('GET', '/healthz')).status).toBe(200)

      proxy.thaw()
      await expect.poll(isReady, { timeout: 10_000 }).toBe(200)
      await lender.call('createCommitment', { body })
    })

    it('stores nothing for a commitment that waits for a lock on its loan, and accepts a retry with the same key', async () => {
      const lender = await desk.makeLender()
      const { id: loanId } = await desk.makeLoan()
      const commit = () =>
        lender.send('createCommitment', {
          body: { loanId, percentage: '10' },
          headers: { 'idempotency-key': 'in-flight' },
        })
      const release = await lockLoan(loanId)
      const waiting = commit()
      await somebodyWaits(direct)
      proxy.freeze()
      const reading = desk.visitor().send('listLoans')
      const lost = await waiting
      expect([lost.status, readRefusal(lost).code]).toEqual([503, 'database_away'])
      expect(Number(lost.headers['retry-after'])).toBeGreaterThan(0)
      const notRead = await reading
      expect([notRead.status, readRefusal(notRead).code]).toEqual([503, 'database_away'])
      // The database has received the statement that locks the row, and may execute it after the freeze ends.
      await release()
      proxy.thaw()
      await expect.poll(isReady, { timeout: 10_000 }).toBe(200)
      const [first, again] = [await commit(), await commit()]
      expect([first.status, again.status]).toEqual([201, 201])
      expect(readJson(first)).toEqual(readJson(again))
      expect(await lender.call('listOwnCommitments')).toHaveLength(1)
    })

    it("doesn't treat the database as frozen while its connections wait for a row lock", async () => {
      const lender = await desk.makeLender()
      const { id: loanId } = await desk.makeLoan()
      const release = await lockLoan(loanId)
      const commits = Array.from({ length: 30 }, () =>
        lender.send('createCommitment', { body: { loanId, percentage: '1' } }),
      )
      await somebodyWaits(direct)
      // Every connection waits for the loan's row lock longer than the timeout that detects a frozen database.
      await sleep(2_500)
      await release()
      for (const made of await Promise.all(commits)) expect(made.status, made.text).toBe(201)
    })
  })
}
