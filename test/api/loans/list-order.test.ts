/** Paged lists and housekeeping read rows in index order, so PostgreSQL never has to sort a table. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Loan } from '#contract/loans/shapes.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { readPages } from '#test/support/pages.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const lists = [
  'loans order by created_at desc, id desc',
  "loans where status = 'open' order by created_at desc, id desc",
  "commitments where lender_id = '3f2a1c9e-5b7d-4e8a-9c0b-1d2e3f4a5b6c' order by created_at desc, id desc",
  "notifications where user_id = '3f2a1c9e-5b7d-4e8a-9c0b-1d2e3f4a5b6c' order by created_at desc, id desc",
  'mails order by created_at desc, id desc',
  "documents where loan_id = '3f2a1c9e-5b7d-4e8a-9c0b-1d2e3f4a5b6c' order by uploaded_at desc, id desc",
  'documents order by uploaded_at desc, id desc',
  'photos order by uploaded_at desc, id desc',
  'audit order by at desc, id desc',
  "audit where kind = 'signedIn' order by at desc, id desc",
  "mails where created_at < now() - interval '1 year' order by created_at",
]

it.each(lists)('reads %s from an index without sorting', async (list) => {
  const client = await desk.db.$client.connect()
  try {
    // With these settings off, the planner uses an index with the right order even for an empty table.
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    await client.query('set local enable_bitmapscan = off')
    await client.query('set local enable_sort = off')
    const { rows } = await client.query(`explain select 1 from ${list} limit 10`)
    expect(JSON.stringify(rows)).not.toContain('Sort')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

it('returns the next page after a loan whose title has the maximum length', async () => {
  const marks = '倉'.repeat(180)
  for (const end of ['一', '二', '三']) await desk.makeLoan({ title: `${marks}${end.repeat(20)}` })
  const query = new URLSearchParams({ search: marks, sort: 'title', limit: '1' })
  const pages = await readPages<Loan>(desk.visitor(), `/api/loans?${query}`)
  expect(pages.flat().map(({ title }) => title.at(-1))).toEqual(['一', '三', '二'])
})

it('sorts numbers in titles by their values', async () => {
  const marks = '9f4c'
  const titles = [`${marks} Loan 10`, `${marks} loan 2`, `${marks} Loan 1.5`, `${marks} Loan 2B`]
  for (const title of titles) await desk.makeLoan({ title })
  for (const limit of ['1', '50']) {
    const query = new URLSearchParams({ search: marks, sort: 'title', limit })
    const pages = await readPages<Loan>(desk.visitor(), `/api/loans?${query}`)
    expect(pages.flat().map(({ title }) => title.slice(marks.length + 1))).toEqual([
      ...['Loan 1.5', 'loan 2', 'Loan 2B', 'Loan 10'],
    ])
  }
})
