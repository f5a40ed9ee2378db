import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loans } from '#server/database/schema/loans.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { eq } from 'drizzle-orm'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())

describe('entity tags', () => {
  it.each(['/api/loans', '/api/loans?limit=2', '/api/stats', '/api/loans/property-types'])(
    'returns 304 for the ETag of %s until the response changes',
    async (path) => {
      const visitor = desk.visitor()
      const loan = await desk.makeLoan()
      const first = await visitor.request('GET', path)
      const tag = first.headers['etag'] ?? ''
      expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
      for (const given of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*'])
        for (const method of ['GET', 'HEAD']) {
          const headers = { 'if-none-match': given }
          const again = await visitor.request(method, path, { headers })
          expect([again.status, again.bytes.length], given).toEqual([304, 0])
          expect(again.headers['etag']).toBe(tag)
          expect(again.headers['cache-control']).toBe('no-store')
        }
      await admin.call('updateLoan', {
        params: { id: loan.id },
        body: {
          title: `Renamed ${randomUUID()}`,
          amount: '7654321.00',
          propertyType: randomUUID(),
        },
      })
      const changed = await visitor.request('GET', path, { headers: { 'if-none-match': tag } })
      expect(changed.status).toBe(200)
      expect(changed.headers['etag']).not.toBe(tag)
    },
  )

  it("returns 304 for a loan's ETag until that loan changes", async () => {
    const loan = await desk.makeLoan()
    const path = `/api/loans/${loan.id}`
    const lender = await desk.makeLender()
    const tag = (await lender.request('GET', path)).headers['etag'] ?? ''
    const headers = { 'if-none-match': tag }
    expect((await lender.request('GET', path, { headers })).status).toBe(304)
    await desk.makeCommitment(lender, loan, { percentage: '5' })
    expect((await lender.request('GET', path, { headers })).status).toBe(200)
  })

  it('uses the same ETag for every content encoding', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (coding) => {
        const headers = { 'accept-encoding': coding }
        return (await desk.visitor().request('GET', '/api/loans', { headers })).headers['etag']
      }),
    )
    expect(new Set(tags).size).toBe(1)
  })
})

it('shows a change made by another process to all clients immediately', async () => {
  const lender = await desk.makeLender()
  const loan = await desk.makeLoan()
  for (const caller of [desk.visitor(), lender, admin]) {
    const tag = (await caller.send('listLoans')).headers.etag ?? ''
    const title = `Elsewhere ${randomUUID()}`
    await desk.db.update(loans).set({ title }).where(eq(loans.id, loan.id))
    const reply = await caller.send('listLoans', { headers: { 'if-none-match': tag } })
    expect(reply.text).toContain(title)
  }
})

it('links to the next page of loans in the Link header', async () => {
  for (let count = 0; count < 2; count += 1) await desk.makeLoan()
  const page = await desk.visitor().send('listLoans', { query: { limit: '1' } })
  expect(page.headers['link']).toContain('rel="next"')
})
