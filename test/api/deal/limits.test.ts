import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let olga: Person
let lena: Person
let luis: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  olga = await desk.makeAdmin()
  lena = await desk.makeLender({ firstName: 'Lena', lastName: 'Brook' })
  luis = await desk.makeLender()
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
})

const limited = async (limits: { minShare?: string; maxShare?: string }) => {
  const loan = await desk.makeLoan()
  await olga.call('updateDeal', { params: { id: loan.id }, body: limits })
  return loan
}
const bodyOf = (
  loan: { id: string },
  percentage: string,
  isSoftCommit: 'true' | 'false' = 'false',
) => ({
  body: { loanId: loan.id, percentage, isSoftCommit },
})
const instruction = { instructedBy: 'Lena Brook, by letter', instructedOn: '2026-01-05' }

describe("a loan's maximum share", () => {
  it('limits the binding and soft shares of one lender together', async () => {
    const loan = await limited({ maxShare: '25' })
    expect(await lena.refusal('createCommitment', bodyOf(loan, '26'))).toBe(
      '409: This loan takes at most 25% of one lender',
    )
    await desk.makeCommitment(lena, loan, { percentage: '12' })
    await desk.makeCommitment(lena, loan, { percentage: '8', isSoftCommit: 'true' })
    const reply = await lena.send('createCommitment', bodyOf(loan, '6', 'true'))
    expect(readRefusal(reply)).toMatchObject({
      code: 'above_maximum',
      message: 'This loan takes at most 25% of one lender; you hold 20% already',
    })
    expect((await lena.send('createCommitment', bodyOf(loan, '5', 'true'))).status).toBe(201)
    expect((await luis.send('createCommitment', bodyOf(loan, '25'))).status).toBe(201)
  })

  it('limits the positions of colleagues together', async () => {
    const loan = await limited({ maxShare: '25' })
    const colleague = await desk.makeColleague(lena, 'manager')
    await desk.makeCommitment(lena, loan, { percentage: '20' })
    expect(await colleague.refusal('createCommitment', bodyOf(loan, '6'))).toMatch(
      /^409: .*you hold 20% already$/,
    )
  })

  it('limits a raise, but not lowering, withdrawing or making a share binding', async () => {
    const loan = await limited({})
    const soft = await desk.makeCommitment(lena, loan, { percentage: '30', isSoftCommit: 'true' })
    await olga.call('updateDeal', { params: { id: loan.id }, body: { maxShare: '25' } })
    const params = { id: soft.id }
    const raise = { params, body: { percentage: '31' } }
    expect(readRefusal(await lena.send('changeCommitment', raise)).code).toBe('above_maximum')
    await lena.call('changeCommitment', { params, body: { percentage: '29' } })
    await lena.call('makeCommitmentBinding', { params, body: {} })
  })

  it('counts a raised share once', async () => {
    const loan = await limited({ maxShare: '25' })
    const soft = await desk.makeCommitment(lena, loan, { percentage: '20', isSoftCommit: 'true' })
    await lena.call('changeCommitment', { params: { id: soft.id }, body: { percentage: '25' } })
  })

  it('limits what administrators record, and names the lender', async () => {
    const loan = await limited({ maxShare: '25' })
    await desk.makeCommitment(lena, loan, { percentage: '20' })
    const body = { loanId: loan.id, lenderId: lena.id, percentage: '6', ...instruction }
    expect(await olga.refusal('recordCommitment', { params: { loanId: loan.id }, body })).toBe(
      '409: This loan takes at most 25% of one lender; Lena Brook holds 20% already',
    )
    const soft = await desk.makeCommitment(lena, loan, { percentage: '5', isSoftCommit: 'true' })
    const raise = { params: { id: soft.id }, body: { percentage: '6', ...instruction } }
    expect(await olga.refusal('changeCommitmentOnBehalf', raise)).toMatch(/holds 25% already$/)
  })

  it('is never passed by two commitments of one lender at once', async () => {
    for (let time = 0; time < 20; time += 1) {
      const loan = await limited({ maxShare: '25' })
      const replies = await Promise.all([
        lena.send('createCommitment', bodyOf(loan, '15', time % 2 === 0 ? 'true' : 'false')),
        lena.send('createCommitment', bodyOf(loan, '15')),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
      const [{ held } = { held: '' }] = await desk.rows<{ held: string }>(
        `select sum(percentage)::text as held from commitments where loan_id = $1 and status = 'active'`,
        [loan.id],
      )
      expect(held).toBe('15.00')
    }
  })
})

describe("a loan's minimum share", () => {
  it('is the least that a lender can hold, all its shares together', async () => {
    const loan = await limited({ minShare: '5' })
    const reply = await lena.send('createCommitment', bodyOf(loan, '4'))
    expect(readRefusal(reply)).toMatchObject({
      code: 'below_minimum',
      message: 'This loan takes shares of at least 5%',
    })
    await desk.makeCommitment(lena, loan, { percentage: '5' })
    await desk.makeCommitment(lena, loan, { percentage: '1', isSoftCommit: 'true' })
  })

  it('accepts less if it takes all whole percents that are available', async () => {
    const loan = await limited({ minShare: '5' })
    await olga.call('setHold', { params: { id: loan.id }, body: { percentage: '0.50' } })
    await desk.makeCommitment(luis, loan, { percentage: '96' })
    expect((await lena.send('createCommitment', bodyOf(loan, '2'))).status).toBe(409)
    expect((await lena.send('createCommitment', bodyOf(loan, '3'))).status).toBe(201)
  })

  it('applies to a raise, but not to lowering', async () => {
    const loan = await limited({})
    const soft = await desk.makeCommitment(lena, loan, { percentage: '3', isSoftCommit: 'true' })
    await olga.call('updateDeal', { params: { id: loan.id }, body: { minShare: '5' } })
    const params = { id: soft.id }
    const raise = { params, body: { percentage: '4' } }
    expect(readRefusal(await lena.send('changeCommitment', raise)).code).toBe('below_minimum')
    await lena.call('changeCommitment', { params, body: { percentage: '2' } })
    await lena.call('changeCommitment', { params, body: { percentage: '5' } })
  })
})

it('lets lenders commit to a loan without limits as before', async () => {
  const loan = await desk.makeLoan()
  await desk.makeCommitment(lena, loan, { percentage: '1' })
  await desk.makeCommitment(lena, loan, { percentage: '99' })
})
