import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it('returns zeros for an empty database', async () => {
  expect(await desk.visitor().call('getStats')).toEqual({
    totalLoansAmount: '0.00',
    activeLoansCount: 0,
    totalLendersCount: 0,
    totalLoansCount: 0,
  })
})

it('sums the loans that accept commitments, and counts only approved lenders', async () => {
  for (const status of ['Processing', 'Underwriting', 'open', 'Closing'])
    await desk.makeLoan({ status, amount: '0.10' })
  await desk.makeLoan({ status: 'funded', amount: '500.00' })
  await desk.makeLender()
  await desk.makeLender()
  await desk.makePending()
  const gone = await desk.makeLender()
  await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
  expect(await desk.visitor().call('getStats')).toEqual({
    totalLoansAmount: '0.40',
    activeLoansCount: 4,
    totalLendersCount: 2,
    totalLoansCount: 5,
  })
})

it('adds amounts beyond the range of one amount, to the cent', async () => {
  const before = (await desk.visitor().call('getStats')).totalLoansAmount
  expect(before).toBe('0.40')
  for (let number = 0; number < 3; number += 1) await desk.makeLoan({ amount: '9999999999999.99' })
  expect((await desk.visitor().call('getStats')).totalLoansAmount).toBe('30000000000000.37')
})
