import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Loan } from '#contract/loans/shapes.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { readPages } from '#test/support/pages.ts'

let desk: Desk
let lena: Person

const hour = 3_600_000
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()

beforeAll(async () => {
  desk = await openDesk()
  lena = await desk.makeLender()
  const admin = await desk.makeAdmin()
  const deadlines: [title: string, deadline: string | null][] = [
    ['none', null],
    ['last month', fromNow(-30 * 24 * hour)],
    ['next week', fromNow(7 * 24 * hour)],
    ['in an hour', fromNow(hour)],
    ['an hour ago', fromNow(-hour)],
    ['next year', fromNow(365 * 24 * hour)],
    ['funded', fromNow(2 * hour)],
  ]
  for (const [title, commitmentDeadline] of deadlines)
    await admin.call('createLoan', {
      body: {
        ...{ title, commitmentDeadline, borrowerName: 'Pier LLC' },
        ...{ amount: '1000000', interestRate: '8', term: '12' },
        status: title === 'funded' ? 'funded' : 'Processing',
      },
    })
})
afterAll(() => desk.close())

const inOrder = ['in an hour', 'next week', 'next year', 'an hour ago', 'last month']

it.each([1, 2, 3, 20])(
  'lists upcoming deadlines first, then past deadlines, then loans without a deadline, with %i loans per page',
  async (limit) => {
    const pages = await readPages<Loan>(lena, `/api/loans?sort=due&limit=${limit}`)
    expect(pages.flat().map(({ title }) => title)).toEqual([...inOrder, 'none', 'funded'])
  },
)

it("keeps the time of the first page in the cursor so that loans don't move between pages", async () => {
  const { headers } = await lena.send('listLoans', { query: { sort: 'due', limit: '1' } })
  const next = /cursor=([^>&]+)/.exec(String(headers['link']))?.[1] ?? ''
  const [order, asOf, ...place] = Buffer.from(next, 'base64url').toString().split('|')
  expect(order).toBe('due')
  const shown = async (time: number) => {
    const cursor = Buffer.from(['due', time, ...place].join('|')).toString('base64url')
    const page = await lena.call('listLoans', { query: { sort: 'due', cursor } })
    return page.map(({ title }) => title)
  }
  expect(await shown(Number(asOf))).toEqual([...inOrder.slice(1), 'none', 'funded'])
  // This cursor is from a list that was opened two months ago, when no deadline had passed.
  expect(await shown(Number(asOf) - 60 * 24 * 3600)).toEqual([
    'next week',
    'next year',
    'none',
    'funded',
  ])
  expect(
    await lena.refusal('listLoans', {
      query: { sort: 'due', cursor: Buffer.from(`due|x|${place.join('|')}`).toString('base64url') },
    }),
  ).toMatch(/^400: /)
})
