/** Compares the landing page's figures for open loans with the responses of the public API. */
import { sumMoney } from '#domain/money.ts'
import { readOpenLoans } from '#server/loans/open-loans.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())

it('returns no figures for the landing page if no loan is open', async () => {
  await desk.makeLoan({ isDraft: 'true' })
  await desk.makeLoan({ status: 'funded' })
  expect(await readOpenLoans(desk.db)).toBeNull()
})

it('returns figures for the landing page that match the loan statistics and the loan list', async () => {
  for (const [propertyType, interestRate, state] of [
    ['Hotel', '9.5', 'MA'],
    ['Hotel', '7.25', 'NY'],
    ['Retail', '11.75', 'MA'],
    [null, '6.85', null],
  ] as const)
    await desk.makeLoan({
      interestRate,
      amount: '12500000.50',
      ...(propertyType && { propertyType }),
      ...(state && { propertyAddress: `1 Quay Street, Harbor, ${state} 02110` }),
    })
  const visitor = desk.visitor()
  const stats = await visitor.call('getStats')
  const list = await visitor.call('listLoans', { query: { status: 'open' } })
  const open = await readOpenLoans(desk.db)
  expect(open).toMatchObject({ count: stats.activeLoansCount, amount: stats.totalLoansAmount })
  expect(open?.count).toBe(list.length)
  expect(open?.amount).toBe(sumMoney(list.map(({ amount }) => amount)))
  expect(open).toMatchObject({
    lowestRate: '6.85',
    highestRate: '11.75',
    states: 2,
    types: [
      { name: 'Hotel', count: 2, lowestRate: '7.25', highestRate: '9.50' },
      { name: 'Retail', count: 1, lowestRate: '11.75', highestRate: '11.75' },
    ],
  })
})
