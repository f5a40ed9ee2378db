/** Answers that are the same for everybody are kept for a second; a tag shows what is unchanged. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loans } from '#server/database/schema/loans.ts'
import type { Person } from '#test/support/builders.ts'
import type { Caller, Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { eq } from 'drizzle-orm'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())

const titlesOf = (reply: Reply) =>
  (JSON.parse(reply.text) as { title: string }[]).map(({ title }) => title)

const listedTo = async (caller: Caller) => titlesOf(await caller.send('listLoans'))

describe('a tag', () => {
  it.each(['/api/loans', '/api/loans?limit=2', '/api/stats', '/api/loans/property-types'])(
    'of %s answers 304 until something changes',
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

  it('of one loan answers 304 until it changes', async () => {
    const loan = await desk.makeLoan()
    const path = `/api/loans/${loan.id}`
    const lender = await desk.makeLender()
    const tag = (await lender.request('GET', path)).headers['etag'] ?? ''
    const headers = { 'if-none-match': tag }
    expect((await desk.visitor().request('GET', path, { headers })).status).toBe(304)
    await desk.makeCommitment(lender, loan, { percentage: '5' })
    expect((await lender.request('GET', path, { headers })).status).toBe(200)
  })

  it('is the same for every coding', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (coding) => {
        const headers = { 'accept-encoding': coding }
        return (await desk.visitor().request('GET', '/api/loans', { headers })).headers['etag']
      }),
    )
    expect(new Set(tags).size).toBe(1)
  })
})

describe('a kept list', () => {
  it('shows every change of this process at once, to everyone', async () => {
    const lender = await desk.makeLender()
    for (let count = 0; count < 5; count += 1) {
      const { title } = await desk.makeLoan({ title: `At once ${randomUUID()}` })
      expect(await listedTo(desk.visitor())).toContain(title)
      expect(await listedTo(lender)).toContain(title)
      expect(await listedTo(admin)).toContain(title)
    }
  })

  it("shows an administrator's own change made in another process at once", async () => {
    const other = await openDesk({}, { connection: desk.connection, drop: async () => {} })
    const adminThere = desk.callerAt(other.address, admin)
    for (let count = 0; count < 5; count += 1) {
      const loan = await desk.makeLoan()
      const title = `Elsewhere ${randomUUID()}`
      await listedTo(desk.visitor())
      await adminThere.call('updateLoan', { params: { id: loan.id }, body: { title } })
      expect(await listedTo(admin)).toContain(title)
    }
    await other.close()
  })

  it("shows another process's changes within a second", async () => {
    const loan = await desk.makeLoan()
    const visitor = desk.visitor()
    await listedTo(visitor)
    const title = `Behind our back ${randomUUID()}`
    await desk.db.update(loans).set({ title }).where(eq(loans.id, loan.id))
    await expect.poll(() => listedTo(visitor), { timeout: 5_000 }).toContain(title)
  })

  it("shows another process's changes at once to who is signed in and accepts no kept answer", async () => {
    const loan = await desk.makeLoan()
    const lender = await desk.makeLender()
    for (let count = 0; count < 5; count += 1) {
      await listedTo(lender)
      const title = `Told of ${randomUUID()}`
      await desk.db.update(loans).set({ title }).where(eq(loans.id, loan.id))
      const headers = { 'cache-control': 'no-cache' }
      expect(titlesOf(await lender.send('listLoans', { headers }))).toContain(title)
    }
  })

  it('keeps pages, filters and searches apart', async () => {
    const words = randomUUID()
    for (const count of [1, 2, 3]) await desk.makeLoan({ title: `${words} ${count}` })
    const visitor = desk.visitor()
    const titles = async (query: object) => titlesOf(await visitor.send('listLoans', { query }))
    for (let round = 0; round < 2; round += 1) {
      expect(await titles({ search: words })).toHaveLength(3)
      expect(await titles({ search: `${words} 2` })).toEqual([`${words} 2`])
      expect(await titles({ search: words, limit: '1' })).toEqual([`${words} 3`])
      expect(await titles({ search: words, status: 'funded' })).toEqual([])
    }
  })

  it('names the next page in the Link header, made or kept', async () => {
    const visitor = desk.visitor()
    const links = []
    for (let round = 0; round < 2; round += 1) {
      const page = await visitor.send('listLoans', { query: { limit: '1' } })
      links.push(page.headers['link'])
    }
    expect(links[0]).toContain('rel="next"')
    expect(links[1]).toBe(links[0])
  })

  it('is refused at once to a session that has ended', async () => {
    const closed = await openDesk({ PUBLIC_LOANS: 'off' })
    const lender = await closed.makeLender()
    expect((await lender.send('listLoans')).status).toBe(200)
    await lender.send('logout')
    expect((await lender.send('listLoans')).status).toBe(401)
    await closed.close()
  })
})
