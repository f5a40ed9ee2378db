/** Tests that the pages of a book together contain the entire book. */
import { expect, it } from 'vitest'
import type { BookEntry, BookHolder } from '#contract/book/shapes.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { readPages } from '#test/support/pages.ts'

const { desk, olga, lena, luis } = await openDeskWithPeople()

async function makeBook() {
  const loan = await desk.makeLoan({ amount: '1000001.37' })
  const people = [lena, luis, await desk.makeLender(), await desk.makeLender()]
  for (let number = 0; number < 9; number += 1)
    for (const [place, lender] of people.entries())
      await desk.makeCommitment(lender, loan, {
        percentage: `${1 + ((number + place) % 3)}`,
        isSoftCommit: number % 2 === 0 ? 'true' : 'false',
      })
  const own = await lena.call('listOwnCommitments', { query: { loanId: loan.id } })
  const [soft] = own.filter(({ isSoftCommit }) => isSoftCommit === 'true')
  await lena.call('withdrawCommitment', { params: { id: soft?.id ?? '' } })
  const [binding] = own.filter(({ isSoftCommit }) => isSoftCommit === 'false')
  await olga.call('releaseCommitment', {
    params: { id: binding?.id ?? '' },
    body: { reason: 'Agreed with the lender.' },
  })
  await desk.rows(
    `update commitments set created_at = '2026-01-05T15:04:05.123456Z'
     where loan_id = $1 and percentage = 2`,
    [loan.id],
  )
  return { loan, params: { id: loan.id } }
}

it("returns pages that together contain all of a book's entries and holders, and returns the book's totals", async () => {
  const { loan, params } = await makeBook()
  const book = await olga.call('getBook', { params })
  expect(await olga.call('getBookTotals', { params })).toEqual({
    loan: book.loan,
    totals: book.totals,
  })
  for (const limit of [1, 5, 35, 36, 200]) {
    const address = `/api/admin/loans/${loan.id}/book`
    const entries = await readPages<BookEntry>(olga, `${address}/entries?limit=${limit}`)
    expect(entries.flat(), `${limit} entries`).toEqual(book.entries)
    expect(entries[0]?.length).toBe(Math.min(limit, book.entries.length))
    const holders = await readPages<BookHolder>(olga, `${address}/holders?limit=${limit}`)
    expect(holders.flat(), `${limit} holders`).toEqual(book.holders)
  }
})

it("filters a book's entries to active binding commitments, and filters its holders by lender", async () => {
  const { loan, params } = await makeBook()
  const book = await olga.call('getBook', { params })
  const binding = await readPages<BookEntry>(
    olga,
    `/api/admin/loans/${loan.id}/book/entries?isBinding=true&limit=4`,
  )
  expect(binding.length).toBeGreaterThan(1)
  expect(binding.flat()).toEqual(
    book.entries.filter(
      ({ status, isSoftCommit }) => status === 'active' && isSoftCommit === 'false',
    ),
  )
  const held = await olga.call('listBookHolders', { params, query: { lenderId: luis.id } })
  expect(held).toEqual(book.holders.filter(({ lenderId }) => lenderId === luis.id))
  const none = await desk.makeLender()
  expect(await olga.call('listBookHolders', { params, query: { lenderId: none.id } })).toEqual([])
})

it('returns empty pages of entries and holders for an empty book', async () => {
  const loan = await desk.makeLoan()
  const params = { id: loan.id }
  const { totals } = await olga.call('getBook', { params })
  expect(await olga.call('getBookTotals', { params })).toEqual({ loan, totals })
  expect(await olga.call('listBookEntries', { params })).toEqual([])
  expect(await olga.call('listBookHolders', { params })).toEqual([])
})

it('rejects an invalid cursor for a book and a cursor from another list', async () => {
  const { loan, params } = await makeBook()
  const encode = (text: string) => Buffer.from(text).toString('base64url')
  const place = `2026-01-05T15:04:05.123456Z|${loan.id}`
  const wrong = ['x', place, `maybe|${place}`, `1.00|1.00|2026-02-30T00:00:00.000000Z|${loan.id}`]
  for (const cursor of [...wrong.map(encode), encode(`1.0|x|${place}`), encode(`1|2|3|${place}`)])
    for (const name of ['listBookEntries', 'listBookHolders'] as const)
      expect(await olga.refusal(name, { params, query: { cursor } }), `${name} ${cursor}`).toBe(
        '400: The cursor is not one of ours',
      )
})
