/** Races on the money of a closed loan, over two servers on one database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal, type Caller, type Reply } from '#test/support/caller.ts'
import { closeBook, wrongRegisters } from '#test/support/closed-books.ts'
import { today } from '#test/support/closing-things.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let other: Desk
let olga: Person
let olgaThere: Caller
let lena: Person
beforeAll(async () => {
  const settings = { RATE_LIMIT: 'off' }
  desk = await openDesk(settings)
  other = await openDesk(settings, { connection: desk.connection, drop: async () => {} })
  olga = await desk.makeAdmin()
  olgaThere = desk.callerAt(other.address, olga)
  lena = await desk.makeLender()
})
afterAll(async () => {
  await other.close()
  await desk.close()
})

const rounds = 20
const outcome = (reply: Reply) => (reply.status < 300 ? 'done' : readRefusal(reply).code)

/** A closed loan of $1,000,000.00 of which Lena owes $400,000.00. */
async function owedLoan() {
  const loan = await desk.makeLoan()
  await desk.makeCommitment(lena, loan, { percentage: '40' })
  const { entries } = await closeBook(olga, loan.id, { retainRest: 'true' })
  const firmId = entries.find(({ isHold }) => isHold === 'false')?.firmId ?? ''
  const receipt = (amount: string, reference: string) => ({
    params: { id: loan.id },
    body: { firmId, amount, receivedOn: today(), reference },
  })
  return { id: loan.id, firmId, receipt }
}

const totals = async (id: string) => (await olga.call('getFunding', { params: { id } })).totals

async function expectInOrder() {
  expect(await discrepancies(desk)).toEqual([])
  expect(await wrongRegisters(desk)).toEqual([])
  const beyond = await desk.rows(`
    select e.id from registers r join register_entries e on e.register_id = r.id
    where r.state = 'current' and not e.is_hold and e.amount < (
      select coalesce(sum(f.amount), 0) from funds_receipts f
      where f.loan_id = r.loan_id and f.firm_id = e.firm_id and f.reversed_at is null)`)
  expect(beyond).toEqual([])
  const early = await desk.rows(`
    select l.id from loans l join registers r on r.loan_id = l.id and r.state = 'current'
      join register_entries e on e.register_id = r.id and not e.is_hold
    where l.status = 'funded' and not r.was_funded and e.amount <> (
      select coalesce(sum(f.amount), 0) from funds_receipts f
      where f.loan_id = l.id and f.firm_id = e.firm_id and f.reversed_at is null)`)
  expect(early).toEqual([])
  expect([...desk.errors, ...other.errors]).toEqual([])
}

describe('races on the money of a closed loan', () => {
  it('never take more than is due, and never the same money twice', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, receipt } = await owedLoan()
      const parts = ['150000.00', '150000.00', '150000.00', '100000.00', '100000.00']
      const replies = await Promise.all(
        parts.map((amount, index) =>
          (index % 2 ? olgaThere : olga).send(
            'createFundsReceipt',
            receipt(amount, `FED ${index}`),
          ),
        ),
      )
      const outcomes = replies.map(outcome)
      expect(outcomes.filter((each) => each !== 'done' && each !== 'more_than_due')).toEqual([])
      const same = receipt('0.01', 'FED same')
      await Promise.all([
        olga.send('createFundsReceipt', same),
        olgaThere.send('createFundsReceipt', same),
      ])
      const { receipts } = await olga.call('getFunding', { params: { id } })
      const twice = receipts.filter(({ reference }) => reference === 'FED same')
      expect(twice.length).toBeLessThanOrEqual(1)
    }
    await expectInOrder()
  })

  it('either take a share over or receive its money', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, firmId, receipt } = await owedLoan()
      const body = { firmId, reason: 'No money came.' }
      const replies = await Promise.all([
        olga.send('takeOverShare', { params: { id }, body }),
        olgaThere.send('createFundsReceipt', receipt('400000.00', 'FED 1')),
      ])
      expect(['done not_in_register', 'has_receipts done']).toContain(
        replies.map(outcome).join(' '),
      )
    }
    await expectInOrder()
  })

  it('either reverse a receipt or fund the loan with it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, receipt } = await owedLoan()
      const made = await olga.call('createFundsReceipt', receipt('400000.00', 'FED 1'))
      const replies = await Promise.all([
        olga.send('reverseFundsReceipt', { params: { id: made.id }, body: { reason: 'Returned' } }),
        olgaThere.send('updateLoan', { params: { id }, body: { status: 'funded' } }),
      ])
      expect(['done funds_missing', 'loan_funded done']).toContain(replies.map(outcome).join(' '))
      const { lendersOutstanding } = await totals(id)
      expect(lendersOutstanding).toBe(outcome(replies[0]) === 'done' ? 1 : 0)
    }
    await expectInOrder()
  })
})
