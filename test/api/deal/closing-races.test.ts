/** Races on a book that closes, over two servers on one database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readJson, readRefusal, type Caller, type Reply } from '#test/support/caller.ts'
import { closing, wrongRegisters } from '#test/support/closed-books.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let other: Desk
let olga: Person
let olgaThere: Caller
let lena: Person
let lenaThere: Caller
beforeAll(async () => {
  const settings = { RATE_LIMIT: 'off' }
  desk = await openDesk(settings)
  other = await openDesk(settings, { connection: desk.connection, drop: async () => {} })
  olga = await desk.makeAdmin()
  olgaThere = desk.callerAt(other.address, olga)
  lena = await desk.makeLender()
  lenaThere = desk.callerAt(other.address, lena)
})
afterAll(async () => {
  await other.close()
  await desk.close()
})

const rounds = 20
const outcome = (reply: Reply) =>
  reply.status < 300 ? String(reply.status) : readRefusal(reply).code

async function expectInOrder() {
  expect(await discrepancies(desk)).toEqual([])
  expect(await wrongRegisters(desk)).toEqual([])
  expect([...desk.errors, ...other.errors]).toEqual([])
}

describe('races on a book that closes', () => {
  it('close it once if two administrators close it at once', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const loan = await desk.makeLoan()
      await desk.makeCommitment(lena, loan, { percentage: '40' })
      await desk.makeCommitment(lena, loan, { percentage: '10', isSoftCommit: 'true' })
      const input = await closing(olga, loan.id, { retainRest: 'true' })
      const replies = await Promise.all([
        olga.send('closeBook', input),
        olgaThere.send('closeBook', input),
      ])
      expect(replies.map(outcome).toSorted()).toEqual(['201', 'deal_closed'])
      expect(await olga.call('listRegisters', { params: { id: loan.id } })).toHaveLength(1)
    }
    await expectInOrder()
  })

  it('either close a book with a commitment in it, or refuse the commitment', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < rounds; round += 1) {
      const loan = await desk.makeLoan()
      const input = await closing(olga, loan.id, { retainRest: 'true' })
      const body = { loanId: loan.id, percentage: '7' }
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
      const [closed, committed] = await Promise.all([
        wait(round % 5).then(() => olga.send('closeBook', input)),
        lenaThere.send('createCommitment', { body }),
      ])
      const outcomes = `${outcome(closed)} ${outcome(committed)}`
      expect(['201 book_closed', 'book_changed 201']).toContain(outcomes)
      seen.add(outcomes)
      if (closed.status === 201)
        expect(readJson(closed)).toMatchObject({
          entries: [{ isHold: 'true', percentage: '100.00' }],
        })
    }
    expect(seen.size).toBeGreaterThan(0)
    await expectInOrder()
  })

  it('either reopen it or set it to funded, but not both', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const loan = await desk.makeLoan()
      const params = { id: loan.id }
      await olga.call('closeBook', await closing(olga, loan.id, { retainRest: 'true' }))
      const reopening = { params, body: { reason: 'A mistake' } }
      const replies = await Promise.all([
        olga.send('reopenBook', reopening),
        olgaThere.send('updateLoan', { params, body: { status: 'funded' } }),
      ])
      const now = await olga.call('getLoan', { params })
      // A funded loan whose book was reopened before is funded as any other.
      expect(replies[1]?.status).toBe(200)
      expect(now.bookStage === 'closed').toBe(replies[0]?.status !== 200)
    }
    await expectInOrder()
  })
})
