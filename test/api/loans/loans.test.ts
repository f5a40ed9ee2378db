import { randomUUID } from 'node:crypto'
import type { Loan } from '#contract/loans/shapes.ts'
import { creditOf } from '#domain/loans/credit/credit.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readJson, readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { exampleLoan } from '#contract/loans/example-loan.ts'
import { readPages } from '#test/support/pages.ts'
import { security, spec } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const titlesOf = (loans: Loan[]) => loans.map((loan) => loan.title)
const search = async (words: string) =>
  titlesOf(await desk.visitor().call('listLoans', { query: { search: words } }))

describe('a new loan', () => {
  it('returns a new loan as it was stored, with amounts as strings with two decimal places', async () => {
    spec('3.4', '3.5', '3.6', '7.14', '7.35')
    const admin = await desk.makeAdmin()
    const given = {
      ...exampleLoan,
      title: '  Pier 4 Warehouse ',
      borrowerName: 'Pier Four LLC',
      propertyAddress: '4 Pier Road, Boston, MA',
      amount: '2500000.5',
      interestRate: '7.2',
      noteRate: ' 7.1950 ',
      term: '24',
      status: 'underWRITING',
      fundedOn: ' 2026-03-31 ',
      propertyType: 'Industrial',
      purpose: 'Acquisition',
      summary: 'Two lines.\nAnd “quotes”.',
      imageUrl: '/covers/pier.png',
      ltv: '65',
      originationFee: '0',
      interestReserve: '0',
      propertyOccupancy: 'Investment Property',
      asIsValue: '3000000',
      asCompleteValue: ' 3500000.00 ',
    }
    const reply = await admin.send('createLoan', { body: given })
    expect(reply.status).toBe(201)
    const loan = readJson(reply) as Loan
    expect(loan).toEqual({
      ...given,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: '1',
      title: 'Pier 4 Warehouse',
      amount: '2500000.50',
      interestRate: '7.20',
      noteRate: '7.195',
      term: 24,
      status: 'Underwriting',
      fundedOn: '2026-03-31',
      ltv: '65.00',
      originationFee: '0.00',
      interestReserve: '0.00',
      asIsValue: '3000000.00',
      asCompleteValue: '3500000.00',
      credit: creditOf(loan),
      coverUrl: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      committedPercentage: '0.00',
      softPercentage: '0.00',
      committedAmount: '0.00',
      softAmount: '0.00',
      holdPercentage: '0.00',
      bookStage: 'open',
      takesCommitments: 'true',
      minShare: null,
      maxShare: null,
      can: ['commit', 'changeTerms', 'delete', 'moveToStage', 'fund', 'unpublish'],
    })
    const read = await desk.visitor().call('getLoan', { params: { id: loan.id } })
    expect(read).toEqual({ ...loan, can: [] })
  })

  it('creates an open loan from only the required fields', async () => {
    spec('4.6')
    const loan = await desk.makeLoan({ ltv: '', summary: '   ', propertyType: null })
    expect(loan).toMatchObject({ status: 'open', ltv: null, summary: null, propertyType: null })
  })

  it('reports every invalid field of a new loan', async () => {
    spec('7.35')
    const admin = await desk.makeAdmin()
    const body = {
      borrowerName: 'x'.repeat(101),
      amount: '-5',
      interestRate: '1000',
      term: 0,
      status: 'closed',
      ltv: '-1',
      originationFee: 'free',
      interestReserve: '1.234',
      asIsValue: '0',
      asCompleteValue: '10000000000000',
      imageUrl: 'javascript:alert(1)',
      purpose: 'a\0b',
    }
    const reply = await admin.send('createLoan', { body })
    expect(reply.status).toBe(400)
    expect(readRefusal(reply).fields).toEqual({
      title: 'Loan title is required',
      borrowerName: 'Must be at most 100 characters',
      amount: 'Amount must be a positive number',
      interestRate: 'Interest rate must be up to 999.99, with at most two decimals',
      term: 'Term must be at least 1 month',
      status: 'Must be Processing, Underwriting, Open, Closing or Funded',
      ltv: 'LTV must be a positive number',
      originationFee: 'Origination fee must be a positive number',
      interestReserve: 'Interest reserve must be up to 9999999999999.99, with at most two decimals',
      asIsValue: 'As-Is Value must be a positive number',
      asCompleteValue:
        'As-Complete Value must be up to 9999999999999.99, with at most two decimals',
      imageUrl: 'Must be a web address (https://…) or a path on this site',
      purpose: 'Must not contain NUL characters',
    })
  })

  it("accepts the largest amount and longest values that a loan's columns allow", async () => {
    const loan = await desk.makeLoan({
      title: 'ü'.repeat(200),
      summary: '🏗'.repeat(2500),
      amount: '9999999999999.99',
      interestRate: '999.99',
      term: 1200,
    })
    expect(loan).toMatchObject({ amount: '9999999999999.99', interestRate: '999.99', term: 1200 })
    expect(loan.summary).toHaveLength(5000)
  })

  it('ignores an id or stored totals in the request for a new loan', async () => {
    security('8.2.3', '15.3.3')
    const admin = await desk.makeAdmin()
    const id = randomUUID()
    const body = {
      title: 'A',
      borrowerName: 'B',
      amount: '1',
      interestRate: '1',
      term: 1,
      id,
      committedPercentage: '100.00',
      committedAmount: '1.00',
      softPercentage: '50.00',
      createdAt: '2000-01-01T00:00:00.000000Z',
    }
    const loan = readJson(await admin.send('createLoan', { body })) as Loan
    expect(loan.id).not.toBe(id)
    expect(loan).toMatchObject({ committedPercentage: '0.00', softPercentage: '0.00' })
    expect(loan.createdAt).not.toContain('2000-01-01')
  })
})

describe('a single loan', () => {
  it("returns 404 for a loan that doesn't exist", async () => {
    spec('7.14')
    const visitor = desk.visitor()
    const params = { id: randomUUID() }
    expect(await visitor.refusal('getLoan', { params })).toBe('404: The loan was not found')
  })

  it("shows a loan's cover photo to everyone who can view the loan", async () => {
    const loan = await desk.makeLoan()
    await desk.makePhoto(loan, { filename: 'Side.png' })
    const params = { id: loan.id }
    expect((await desk.visitor().call('getLoan', { params })).coverUrl).toBeNull()
    expect(await desk.visitor().refusal('getLoanCover', { params })).toBe(
      '404: The cover photo was not found',
    )
    const cover = await desk.makePhoto(loan, { isCover: true })
    const { coverUrl } = await desk.visitor().call('getLoan', { params })
    expect(coverUrl).toBe(`/api/loans/${loan.id}/cover?photo=${cover.id}`)
    const reply = await desk.visitor().request('GET', coverUrl ?? '')
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('image/png')
    expect(reply.headers['cache-control']).toBe('private, max-age=3600')
    expect(reply.bytes.equals(cover.bytes)).toBe(true)
  })
})

describe('the list of loans', () => {
  it('lists the newest loans first, on pages connected by a Link header', async () => {
    spec('7.13')
    const own = `Pages ${randomUUID()}`
    const made: string[] = []
    for (let number = 1; number <= 7; number += 1)
      made.push((await desk.makeLoan({ title: `${own} ${number}` })).id)
    const query = new URLSearchParams({ search: own, status: 'open', limit: '3' })
    const pages = await readPages<Loan>(desk.visitor(), `/api/loans?${query}`)
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1])
    expect(pages.flat().map((loan) => loan.id)).toEqual(made.toReversed())
  })

  it("doesn't link to a next page if the last page of loans is exactly full", async () => {
    const own = `Full ${randomUUID()}`
    for (let number = 1; number <= 4; number += 1) await desk.makeLoan({ title: own })
    const query = new URLSearchParams({ search: own, limit: '2' })
    expect(await readPages<Loan>(desk.visitor(), `/api/loans?${query}`)).toHaveLength(2)
  })

  it('lists every loan once, even with equal timestamps or while loans are added', async () => {
    const own = `Instant ${randomUUID()}`
    for (let number = 0; number < 9; number += 1) await desk.makeLoan({ title: own })
    await desk.rows('update loans set created_at = $2 where title = $1', [
      own,
      '2026-01-05T15:04:05.123456Z',
    ])
    const query = new URLSearchParams({ search: own, limit: '2' })
    const first = await desk.visitor().request('GET', `/api/loans?${query}`)
    await desk.makeLoan({ title: own })
    const next = /^<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? ''
    const rest = await readPages<Loan>(desk.visitor(), next)
    const ids = [...(readJson(first) as Loan[]), ...rest.flat()].map((loan) => loan.id)
    expect(ids).toHaveLength(9)
    expect(new Set(ids).size).toBe(9)
    expect(ids).toEqual(ids.toSorted().toReversed())
  })

  it('rejects an invalid cursor for the loan list', async () => {
    const encode = (text: string) => Buffer.from(text).toString('base64url')
    const cursors = [
      'x',
      encode('x'),
      encode(`2026-01-05T15:04:05.123456Z|${"'".repeat(36)}`),
      encode(`2026-13-45T99:99:99.123456Z|${randomUUID()}`),
      encode(`2026-02-30T00:00:00.000000Z|${randomUUID()}`),
      encode(`0000-01-01T00:00:00.000000Z|${randomUUID()}`),
      encode(`2026-01-05T15:04:05.123456Z|${'-'.repeat(36)}`),
      encode(`2026-01-05T15:04:05.123456Z|${'0'.repeat(36)}`),
    ]
    for (const cursor of cursors)
      expect(await desk.visitor().refusal('listLoans', { query: { cursor } }), cursor).toBe(
        '400: The cursor is not one of ours',
      )
  })

  it('returns at most one thousand loans per page', async () => {
    const full = await openDesk()
    try {
      const loan = await full.makeLoan()
      await full.rows(
        `insert into loans (id, title, borrower_name, amount, interest_rate, term)
         select gen_random_uuid(), title, borrower_name, amount, interest_rate, term
         from loans, generate_series(1, 1004) where id = $1`,
        [loan.id],
      )
      const pages = await readPages<Loan>(full.visitor(), '/api/loans')
      expect(pages.map((page) => page.length)).toEqual([1000, 5])
      const beyond = await full.visitor().refusal('listLoans', { query: { limit: '1001' } })
      expect(beyond).toBe('400: Must be 1 to 1000')
    } finally {
      await full.close()
    }
  })
})

describe('loan search', () => {
  it('finds loans by title and borrower, ignoring letter case', async () => {
    spec('2.8.2')
    const own = randomUUID()
    await desk.makeLoan({ title: `Große Straße ${own}` })
    await desk.makeLoan({ title: 'By its borrower', borrowerName: `Éclair ${own}` })
    expect(await search(`STRASSE ${own}`)).toEqual([])
    expect(await search(`GROSSE`)).toEqual([])
    expect(await search(`straße ${own.toUpperCase()}`)).toEqual([`Große Straße ${own}`])
    expect(await search(`éCLAIR ${own}`)).toEqual(['By its borrower'])
    expect(await search(`  ${own} `)).toEqual(['By its borrower', `Große Straße ${own}`])
  })

  it('treats %, _, and \\ as literal characters in a loan search', async () => {
    security('1.2.4', '1.2.9')
    const own = randomUUID()
    const titles = [`${own} 100% leased`, `${own} unit_7`, `${own} C:\\pier`, `${own} 'quoted'`]
    for (const title of titles) await desk.makeLoan({ title })
    expect(await search(`${own} 100% l`)).toEqual([titles[0]])
    expect(await search(`${own} unit_`)).toEqual([titles[1]])
    expect(await search(`${own} C:\\`)).toEqual([titles[2]])
    expect(await search(`${own} '`)).toEqual([titles[3]])
    expect(await search(`${own}%leased`)).toEqual([])
    expect(await search(`${own} unit-7`)).toEqual([])
    expect(await search(`${own} ___% leased`)).toEqual([])
  })

  it('returns all loans for a blank search', async () => {
    const all = await search('')
    expect(await search('   ')).toEqual(all)
    expect(all.length).toBeGreaterThan(0)
  })
})

describe('loan filters', () => {
  it('treats a loan as open if it accepts commitments, and otherwise as funded', async () => {
    spec('2.8.3')
    const own = `Status ${randomUUID()}`
    for (const status of ['Processing', 'Underwriting', 'open', 'Closing', 'funded'])
      await desk.makeLoan({ title: own, status })
    const statuses = async (status: 'open' | 'funded' | 'all' | '') =>
      (await desk.visitor().call('listLoans', { query: { search: own, status } }))
        .map((loan) => loan.status)
        .toReversed()
    expect(await statuses('open')).toEqual(['Processing', 'Underwriting', 'open', 'Closing'])
    expect(await statuses('funded')).toEqual(['funded'])
    expect(await statuses('all')).toHaveLength(5)
    expect(await statuses('')).toHaveLength(5)
    const wrong = await desk.visitor().refusal('listLoans', { query: { status: 'closed' } })
    expect(wrong).toBe('400: Must be open or funded')
  })

  it('matches property types exactly and lists the types in use', async () => {
    const [one, other] = [`Type ${randomUUID()}`, `Type ${randomUUID()}`]
    const title = `Filtered ${randomUUID()}`
    await desk.makeLoan({ title, propertyType: one })
    await desk.makeLoan({ title, propertyType: other })
    const query = { propertyType: one }
    expect(titlesOf(await desk.visitor().call('listLoans', { query }))).toEqual([title])
    const types = await desk.visitor().call('listPropertyTypes')
    expect(types).toEqual(expect.arrayContaining([one, other]))
    expect(types).toEqual([...new Set(types)].toSorted())
    expect(types).not.toContain(null)
  })
})
