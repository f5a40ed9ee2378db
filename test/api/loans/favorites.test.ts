import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { spec } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it('adds a favorite only once, even if the request is repeated', async () => {
  spec('3.12', '7.16')
  const lender = await desk.makeLender()
  const loan = await desk.makeLoan()
  const first = await lender.call('addFavorite', { body: { loanId: loan.id } })
  expect(first).toMatchObject({ loanId: loan.id, userId: lender.id })
  const again = await Promise.all(
    Array.from({ length: 5 }, () => lender.call('addFavorite', { body: { loanId: loan.id } })),
  )
  for (const favorite of again) expect(favorite).toEqual(first)
  expect(await lender.call('listFavorites')).toEqual([first])
})

it('shows favorites only to the user who added them, newest first', async () => {
  spec('7.15')
  const [one, other] = [await desk.makeLender(), await desk.makePending()]
  const [older, newer] = [await desk.makeLoan(), await desk.makeLoan()]
  await one.call('addFavorite', { body: { loanId: older.id } })
  await one.call('addFavorite', { body: { loanId: newer.id } })
  await other.call('addFavorite', { body: { loanId: older.id } })
  const ids = (await one.call('listFavorites')).map((favorite) => favorite.loanId)
  expect(ids).toEqual([newer.id, older.id])
  await other.call('removeFavorite', { params: { loanId: older.id } })
  expect(await other.call('listFavorites')).toEqual([])
  expect(await one.call('listFavorites')).toHaveLength(2)
})

it('removes a favorite, and succeeds even if the favorite has already been removed', async () => {
  spec('7.17')
  const lender = await desk.makeLender()
  const loan = await desk.makeLoan()
  await lender.call('addFavorite', { body: { loanId: loan.id } })
  for (let time = 0; time < 2; time += 1) {
    const reply = await lender.send('removeFavorite', { params: { loanId: loan.id } })
    expect([reply.status, reply.text]).toEqual([204, ''])
  }
  expect(await lender.call('listFavorites')).toEqual([])
})

it('rejects a favorite for a missing loan', async () => {
  const lender = await desk.makeLender()
  expect(await lender.refusal('addFavorite', { body: { loanId: randomUUID() } })).toBe(
    '404: The loan was not found',
  )
  expect(await lender.refusal('addFavorite', { body: { loanId: 'pier' } })).toBe(
    "400: This isn't a valid id",
  )
  expect(await lender.refusal('removeFavorite', { params: { loanId: 'pier' } })).toBe(
    '404: This was not found',
  )
})
