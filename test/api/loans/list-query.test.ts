import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loanOrders, type LoanOrder } from '#domain/loans/orders.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let lena: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  lena = await desk.makeLender()
  await desk.makeLoan()
  await desk.makeLoan()
})
afterAll(() => desk.close())

it('filters loans by a lowest rate with more than two decimals, and compares the exact rate', async () => {
  const titles = ['Rate Row 7.12', 'Rate Row 7.125', 'Rate Row 7.13']
  for (const title of titles) await desk.makeLoan({ title, noteRate: title.slice(9) })
  const found = async (rateMin: string) =>
    (await lena.call('listLoans', { query: { search: 'Rate Row', rateMin, sort: 'rate' } })).map(
      ({ title }) => title,
    )
  expect(await found('7.125')).toEqual(titles.slice(1))
  expect(await found('7.12501')).toEqual(titles.slice(2))
})

describe("validation of the loan list's query", () => {
  it.each([
    [{ ltvMax: '1000' }, 'ltvMax', 'Highest LTV must be up to 999.99, with at most two decimals'],
    [{ ltvMax: '-1' }, 'ltvMax', 'Highest LTV must be a number from 0 to 999.99'],
    [
      { rateMin: '7.123456' },
      'rateMin',
      'Lowest rate must be up to 999.99, with at most five decimals',
    ],
    [{ rateMin: 'high' }, 'rateMin', 'Lowest rate must be a number from 0 to 999.99'],
    [
      { amountMin: '1e6' },
      'amountMin',
      'Lowest amount must be a number from 0 to 9999999999999.99',
    ],
    [
      { amountMax: '10000000000000' },
      'amountMax',
      'Highest amount must be up to 9999999999999.99, with at most two decimals',
    ],
    [{ location: 'x'.repeat(301) }, 'location', 'Must be at most 300 characters'],
    [{ location: 'a\0b' }, 'location', 'Must not contain NUL characters'],
    [{ favorites: 'yes' }, 'favorites', "Must be 'true' or 'false'"],
    [{ held: '1' }, 'held', "Must be 'true' or 'false'"],
    [{ sort: 'borrower' }, 'sort', `Must be one of ${loanOrders.join(', ')}`],
    [{ sort: '' }, 'sort', `Must be one of ${loanOrders.join(', ')}`],
  ])(
    'names the invalid field in the error for the loan list query %j',
    async (query, field, message) => {
      const reply = await lena.send('listLoans', { query })
      expect(reply.status).toBe(400)
      expect(JSON.parse(reply.text)).toMatchObject({
        code: 'invalid',
        fields: { [field]: message },
      })
    },
  )

  it('ignores empty numeric filters of the loan list', async () => {
    const blank = { ltvMax: '', rateMin: ' ', amountMin: '', amountMax: '', location: '' }
    expect(await lena.call('listLoans', { query: { ...blank, limit: '9' } })).toEqual(
      await lena.call('listLoans', { query: { limit: '9' } }),
    )
  })

  it('rejects a forged cursor and a cursor from another sort order', async () => {
    const cursorOf = async (sort: LoanOrder) => {
      const { headers } = await lena.send('listLoans', { query: { sort, limit: '1' } })
      const next = /^<([^>]+)>/.exec(String(headers['link']))?.[1] ?? ''
      return new URL(next, desk.address).searchParams.get('cursor') ?? ''
    }
    for (const sort of loanOrders)
      for (const other of loanOrders) {
        const query = { sort: other, cursor: await cursorOf(sort), limit: '1' }
        const { status } = await lena.send('listLoans', { query })
        expect(status, `${sort} for ${other}`).toBe(sort === other ? 200 : 400)
      }
    const place = '2020-01-01T00:00:00.000000Z|3f2a1c9e-5b7d-4e8a-9c0b-1d2e3f4a5b6c'
    for (const lead of [
      '',
      'amount|',
      'amount|x',
      'amount|1e9',
      'amount|1|2',
      'amount|NaN',
      'term|x',
      'term|1.50',
      'term|12345678901',
      'title|\0',
    ])
      for (const sort of ['amount', 'term', 'title'] as const) {
        const cursor = Buffer.from(`${lead}|${place}`).toString('base64url')
        expect(await lena.refusal('listLoans', { query: { sort, cursor } }), lead).toMatch(/^400: /)
      }
  })
})
