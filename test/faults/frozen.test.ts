/** A database that is there and answers nothing, as one whose machine is frozen. */
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Database } from '#server/database/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { standBetween, type Between, type Speech } from '#test/support/between.ts'
import { readJson, readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaits } from '#test/support/lock-waits.ts'
import { makeDatabase } from '#test/support/postgres.ts'

let desk: Desk
let between: Between
/** Past the door, as another program on the same database. */
let direct: Database

describe.each<Speech>(['plain text', 'TLS'])('a frozen database, spoken to in %s,', (speech) => {
  beforeAll(async () => {
    const own = await makeDatabase()
    direct = connect(own.connection, () => {})
    between = await standBetween(own, speech)
    desk = await openDesk({}, between)
  })
  afterAll(async () => {
    await direct.$client.end()
    await desk.close()
  })

  it('is 503 within seconds, and serves again once it answers', async () => {
    const lender = await desk.makeLender()
    const loan = await desk.makeLoan()
    const body = { loanId: loan.id, percentage: '10' }
    between.freeze()
    // The first few find connections that were good a moment ago, the others need new ones.
    const replies = await Promise.all([
      ...Array.from({ length: 20 }, () => desk.visitor().send('getStats')),
      lender.send('createCommitment', { body }),
      desk.visitor().request('GET', '/readyz'),
    ])
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([503]))
    // Nothing was changed yet: all may simply be repeated.
    expect(new Set(replies.map((reply) => readRefusal(reply).code))).toEqual(
      new Set(['database_away', 'not_ready']),
    )
    expect((await desk.visitor().request('GET', '/healthz')).status).toBe(200)

    between.thaw()
    await expect.poll(isReady, { timeout: 10_000 }).toBe(200)
    await lender.call('createCommitment', { body })
  })

  it('says of a commitment on its way that its outcome is unknown, and its key tells it later', async () => {
    const lender = await desk.makeLender()
    const { id: loanId } = await desk.makeLoan()
    const commit = () =>
      lender.send('createCommitment', {
        body: { loanId, percentage: '10' },
        headers: { 'idempotency-key': 'on-its-way' },
      })
    const release = await holdLoan(loanId)
    const waiting = commit()
    await somebodyWaits(direct)
    between.freeze()
    const reading = desk.visitor().send('listLoans')
    const lost = await waiting
    expect([lost.status, readRefusal(lost).code]).toEqual([503, 'outcome_unknown'])
    expect(Number(lost.headers['retry-after'])).toBeGreaterThan(0)
    const notRead = await reading
    expect([notRead.status, readRefusal(notRead).code]).toEqual([503, 'database_away'])
    // The statement is with the database, and may be carried out once it thaws.
    await release()
    between.thaw()
    await expect.poll(isReady, { timeout: 10_000 }).toBe(200)
    const [first, again] = [await commit(), await commit()]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(readJson(first)).toEqual(readJson(again))
    expect(await lender.call('listOwnCommitments')).toHaveLength(1)
  })

  it('is not taken for frozen while it is only busy', async () => {
    const lender = await desk.makeLender()
    const { id: loanId } = await desk.makeLoan()
    const release = await holdLoan(loanId)
    const commits = Array.from({ length: 30 }, () =>
      lender.send('createCommitment', { body: { loanId, percentage: '1' } }),
    )
    await somebodyWaits(direct)
    // Longer than silence may last, while every connection waits for the loan's row.
    await sleep(2_500)
    await release()
    for (const made of await Promise.all(commits)) expect(made.status, made.text).toBe(201)
  })
})

const isReady = async () => (await desk.visitor().request('GET', '/readyz')).status

/** Locks a loan's row until the answer is called. */
async function holdLoan(id: string) {
  const client = await direct.$client.connect()
  await client.query('begin')
  await client.query('select id from loans where id = $1 for update', [id])
  return async () => {
    await client.query('commit')
    client.release()
  }
}
