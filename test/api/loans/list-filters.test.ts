/** Compares the filters and sort orders of the loan list with a slow implementation that reads all loans. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Loan, LoanTotals } from '#contract/loans/shapes.ts'
import { stateOf } from '#domain/loans/property/places.ts'
import { loanOrders, type LoanOrder } from '#domain/loans/orders.ts'
import { leadingDebtYield, leadingDscr } from '#domain/loans/credit/credit.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import { subtractMoney, sumMoney } from '#domain/money.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { readPages } from '#test/support/pages.ts'
import * as fc from 'fast-check'

let desk: Desk
let lena: Person
let omar: Person

/** Uses only a few distinct values, so many of the loans have equal sort keys. */
async function insertLoans(count: number): Promise<void> {
  const added = await desk.rows<{ id: string }>(
    String.raw`insert into loans (id, title, borrower_name, property_address, amount, interest_rate, term, status,
       property_type, ltv, committed_percentage, committed_amount, noi_in_place, noi_stabilized, amortization_months,
       commitment_deadline, created_at)
     select gen_random_uuid(),
       (array['Harbor', 'harbor | two', 'ALPHA Mill', 'alpha mill', 'éclair', '倉庫', 'Zeta_100%'])[1 + floor(random() * 7)::int],
       (array['Pier LLC', 'Harbor Partners', 'O''Hara'])[1 + floor(random() * 3)::int],
       (array['4 Pier Street, Boston, MA', '7 Quay, BOSTON', '100%_\ Road, Austin', null,
         '12 Market Arcade, Savannah, GA 31407-1234', '2 Gate Road, Atlanta, georgia 30303', '8 Georgia Avenue, Mobile, AL',
         '9 Wall Street, New York,NY', '5 New York Street, Naperville, IL', '1 F Street, Washington, DC 20004',
         '3 Mill Lane, Seattle, WA', '3 Mill Lane, Seattle, wa', '500 Congress Ave, Austin, Texas', '7 Elm, austin tx 78701',
         '9 Flower St, Los Angeles, CA 90001, United States'])[1 + floor(random() * 15)::int],
       (array[0.01, 1000000, 1000000.01, 2500000, 9999999999999.99])[1 + floor(random() * 5)::int],
       (array[5, 7.25, 7.5, 12])[1 + floor(random() * 4)::int],
       (array[6, 24, 120])[1 + floor(random() * 3)::int], (array['open', 'Closing', 'funded'])[1 + floor(random() * 3)::int],
       (array['Retail', 'Hotel', null])[1 + floor(random() * 3)::int],
       (array[0, 60, 64.99, 65, null])[1 + floor(random() * 5)::int],
       (array[0, 10, 100])[1 + floor(random() * 3)::int],
       (array[0, 0.01, 999.99])[1 + floor(random() * 3)::int],
       (array[0, 75000, 99999.99, 250000, null])[1 + floor(random() * 5)::int],
       (array[90000, 300000.01, null])[1 + floor(random() * 3)::int],
       (array[1, 360, null])[1 + floor(random() * 3)::int],
       (array[timestamptz '2026-01-02', '2026-01-03', '2099-01-01', null])[1 + floor(random() * 4)::int],
       timestamptz '2020-01-01' + floor(random() * 40) * interval '1 microsecond'
     from generate_series(1, $1::int) returning id`,
    [count],
  )
  await desk.rows(
    `update loans set note_rate = (array[7.246, 7.254, null])[1 + floor(random() * 3)::int]
     where interest_rate = 7.25 and id = any($1::uuid[])`,
    [added.map(({ id }) => id)],
  )
  const addresses = await desk.rows<{ address: string }>(
    'select distinct property_address as address from loans where property_address is not null',
  )
  await desk.rows(
    `update loans set state = of.state from unnest($1::text[], $2::text[]) as of (address, state)
     where property_address = of.address`,
    [addresses.map(({ address }) => address), addresses.map(({ address }) => stateOf(address))],
  )
}

beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  ;[lena, omar] = await Promise.all([desk.makeLender(), desk.makeLender()])
  await insertLoans(300)
  for (const person of [lena, omar]) {
    await desk.rows(
      `insert into favorites (id, user_id, loan_id)
       select gen_random_uuid(), $1::uuid, id from loans where random() < 0.4`,
      [person.id],
    )
    await desk.rows(
      `insert into loan_marks (user_id, loan_id, stage, note)
       select $1::uuid, id, (array['reviewing', 'passed', null])[1 + floor(random() * 3)::int], 'Ask again'
       from loans where random() < 0.5`,
      [person.id],
    )
    await desk.rows(
      `insert into commitments (id, loan_id, lender_id, percentage, amount, is_soft_commit, status, loan_amount,
         interest_rate, term, ended_at)
       select gen_random_uuid(), l.id, $1::uuid, 1, 1, random() < 0.5, s, 100, 7, 24,
         case when s <> 'active' then now() end
       from loans l, unnest(array['active', 'active', 'withdrawn', 'released']) s where random() < 0.2`,
      [person.id],
    )
  }
})
afterAll(() => desk.close())

type Filters = Partial<
  Record<
    | ('search' | 'status' | 'propertyType' | 'location' | 'ltvMax' | 'rateMin')
    | (
        | 'debtYieldMin'
        | 'dscrMin'
        | 'amountMin'
        | 'amountMax'
        | 'favorites'
        | 'held'
        | 'hidePassed'
      ),
    string
  >
>

const values: { [Name in keyof Filters]-?: string[] } = {
  search: ['harbor', ' R ', '%', '_', 'o two', 'nobody'],
  status: ['open', 'funded', 'all'],
  propertyType: ['Retail', 'Hotel', 'None such'],
  location: [
    ...['boston', ' PIER', '%_\\', '_', 'a', 'nowhere', 'savannah, ga', 'New York,'],
    ...[' GA', 'new york '],
    ...'ma,AR,wa,tx,Texas,CA,california,Georgia,WASHINGTON,Utah,district of Columbia'.split(','),
  ],
  ltvMax: ['0', '64.99', '65', '999.99'],
  rateMin: ['0', '7.125', '7.12501', '7.25', '7.26', '50'],
  debtYieldMin: ['0', '7.5', '25', '30.01'],
  dscrMin: ['0', '0.99', '1', '1.25'],
  amountMin: ['0.01', '1000000.01', '2500000'],
  amountMax: ['0', '1000000', '9999999999999.99'],
  favorites: ['true', 'false'],
  held: ['true', 'false'],
  hidePassed: ['true', 'false'],
}

interface Known {
  loans: Loan[]
  favorites: Set<string>
  held: Set<string>
  passed: Set<string>
}

async function readAll(reader: Person): Promise<Known> {
  const loans = await reader.call('listLoans')
  const favorites = await reader.call('listFavorites')
  const held = await desk.rows<{ id: string }>(
    `select loan_id as id from commitments where lender_id = $1 and status = 'active'`,
    [reader.id],
  )
  const passed = await desk.rows<{ id: string }>(
    `select loan_id as id from loan_marks where user_id = $1 and stage = 'passed'`,
    [reader.id],
  )
  return {
    loans,
    passed: new Set(passed.map(({ id }) => id)),
    favorites: new Set(favorites.map(({ loanId }) => loanId)),
    held: new Set(held.map(({ id }) => id)),
  }
}

const has = (text: string | null, part: string) =>
  text?.toLowerCase().includes(part.trim().toLowerCase()) ?? false

const states: Record<string, [code: string, name?: string]> = {
  ma: ['MA'],
  ga: ['GA'],
  ar: ['AR'],
  wa: ['WA'],
  tx: ['TX'],
  texas: ['TX', 'texas'],
  ca: ['CA'],
  california: ['CA', 'california'],
  georgia: ['GA', 'georgia'],
  'new york': ['NY', 'new york'],
  washington: ['WA', 'washington'],
  'district of columbia': ['DC', 'district of columbia'],
}

/**
 * Returns whether the address is in the state. The state's name can occur anywhere in the address, even in a city's
 * name.
 */
function isAt(address: string | null, place: string): boolean {
  const [code, name] = states[place.trim().toLowerCase()] ?? []
  if (code === undefined) return has(address, place)
  const parts = (address ?? '').split(',').map((part) => part.trim().replace(/ \d{5}$/, ''))
  return stateOf(address) === code || parts.some((part) => part.toLowerCase() === name)
}

const isAtLeast = (figure: string | null, min: string | undefined) =>
  !min || (figure !== null && Number(figure) >= Number(min))

function matches(loan: Loan, filters: Filters, known: Known): boolean {
  const { search, status, propertyType, location, ltvMax, rateMin, amountMin, amountMax } = filters
  return (
    (!search || has(loan.title, search) || has(loan.borrowerName, search)) &&
    (status !== 'open' || loanCan('commit', loan.status)) &&
    (status !== 'funded' || loan.status === 'funded') &&
    (!propertyType || loan.propertyType === propertyType) &&
    (!location || isAt(loan.propertyAddress, location)) &&
    (!ltvMax || (loan.ltv !== null && Number(loan.ltv) <= Number(ltvMax))) &&
    (!rateMin || Number(exactRate(loan)) >= Number(rateMin)) &&
    isAtLeast(leadingDebtYield(loan.credit), filters.debtYieldMin) &&
    isAtLeast(leadingDscr(loan.credit), filters.dscrMin) &&
    (!amountMin || Number(loan.amount) >= Number(amountMin)) &&
    (!amountMax || Number(loan.amount) <= Number(amountMax)) &&
    (filters.hidePassed !== 'true' || !known.passed.has(loan.id)) &&
    (filters.favorites !== 'true' || known.favorites.has(loan.id)) &&
    (filters.held !== 'true' || known.held.has(loan.id))
  )
}

const compare = (one: number | string, other: number | string) =>
  typeof one === 'number' || typeof other === 'number'
    ? Number(one) - Number(other)
    : Buffer.compare(Buffer.from(one), Buffer.from(other))

/**
 * Sorts upcoming deadlines first (soonest first), then past deadlines (most recent first), then loans without a
 * deadline.
 */
function dueKey(deadline: string | null): number {
  if (deadline === null) return Number.MAX_VALUE
  const time = Date.parse(deadline)
  return time > Date.now() ? time : Number.MAX_SAFE_INTEGER - time
}

/** Compares titles as the database's collation does. */
const titles = new Intl.Collator('en', { numeric: true })

function inOrder(one: Loan, other: Loan, order: LoanOrder): number {
  const isReverse = order.startsWith('-') || order === 'newest'
  const missing = isReverse ? -1 : Number.MAX_VALUE
  const key = (loan: Loan) => {
    const { ltv, title, amount, term, committedAmount, commitmentDeadline, credit } = loan
    const keys: Record<string, number | string> = {
      newest: 0,
      rate: Number(exactRate(loan)),
      amount: Number(amount),
      term,
      ltv: Number(ltv ?? (isReverse ? -1 : 1000)),
      available: loan.takesCommitments === 'true' ? Number(amount) - Number(committedAmount) : 0,
      debtYield: Number(leadingDebtYield(credit) ?? missing),
      dscr: Number(leadingDscr(credit) ?? missing),
      due: dueKey(loan.status === 'funded' ? null : commitmentDeadline),
      title: title.toLowerCase(),
    }
    return keys[order.replace('-', '')] ?? 0
  }
  const isByTitle = order.endsWith('title')
  const difference =
    (isByTitle
      ? titles.compare(String(key(one)), String(key(other)))
      : compare(key(one), key(other))) ||
    compare(one.createdAt, other.createdAt) ||
    compare(one.id, other.id)
  return isReverse ? -difference : difference
}

const expected = (known: Known, filters: Filters, order: LoanOrder) =>
  known.loans
    .filter((loan) => matches(loan, filters, known))
    .toSorted((one, other) => inOrder(one, other, order))
    .map(({ id }) => id)

const address = (query: Record<string, string | undefined>, path = '/api/loans') =>
  `${path}?${new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )}`

const totalsOf = (loans: readonly Loan[], passedLoans: number): LoanTotals => ({
  passedLoans,
  loans: loans.length,
  amount: sumMoney(loans.map(({ amount }) => amount)),
  availableAmount: sumMoney(
    loans
      .filter(({ takesCommitments }) => takesCommitments === 'true')
      .map(({ amount, committedAmount }) => subtractMoney(amount, committedAmount)),
  ),
})

async function listed(reader: Person, filters: Filters, sort: LoanOrder, limit: number) {
  const pages = await readPages<Loan>(reader, address({ ...filters, sort, limit: `${limit}` }))
  return pages.flat().map(({ id }) => id)
}

describe('the loan list', () => {
  it.each(loanOrders)(
    'lists every loan exactly once in %s order, with each filter',
    async (sort) => {
      const known = await readAll(lena)
      expect(known.loans).toHaveLength(300)
      const single = Object.entries(values).flatMap(([name, each]) =>
        each.map((value): Filters => ({ [name]: value })),
      )
      expect(await listed(lena, {}, sort, 80)).toEqual(expected(known, {}, sort))
      for (const filters of single)
        expect(await listed(lena, filters, sort, 300), JSON.stringify(filters)).toEqual(
          expected(known, filters, sort),
        )
    },
  )

  it('lists the matching loans for every combination of filters and for each role', async () => {
    const known = new Map([
      [lena, await readAll(lena)],
      [omar, await readAll(omar)],
    ])
    const optional = Object.fromEntries(
      Object.entries(values).map(([name, each]) => [
        name,
        fc.option(fc.constantFrom(...each), { nil: undefined, freq: 2 }),
      ]),
    )
    const query = fc.record({
      reader: fc.constantFrom(lena, omar),
      filters: fc.record(optional) as fc.Arbitrary<Filters>,
      sort: fc.constantFrom(...loanOrders),
      limit: fc.integer({ min: 7, max: 90 }),
    })
    await fc.assert(
      fc.asyncProperty(query, async ({ reader, filters, sort, limit }) => {
        const all = known.get(reader)
        if (!all) throw new Error('Nobody else reads')
        const pages = await readPages<Loan>(
          reader,
          address({ ...filters, sort, limit: `${limit}` }),
        )
        const ids = pages.flat().map(({ id }) => id)
        expect(ids).toEqual(expected(all, filters, sort))
        const passedLoans = all.loans.filter(
          (loan) =>
            all.passed.has(loan.id) && matches(loan, { ...filters, hidePassed: 'false' }, all),
        ).length
        const { text } = await reader.request('GET', address(filters, '/api/loans/totals'))
        expect(JSON.parse(text)).toEqual(totalsOf(pages.flat(), passedLoans))
      }),
      { numRuns: 60 },
    )
  }, 600_000)

  it.each(loanOrders)(
    "doesn't list any loan twice in %s order while other loans are added",
    async (sort) => {
      const known = await readAll(lena)
      const filters: Filters = { rateMin: '7.25' }
      const seen: Loan[] = []
      let next: string | undefined = address({ ...filters, sort, limit: '25' })
      while (next) {
        const reply = await lena.request('GET', next)
        expect(reply.status, reply.text).toBe(200)
        seen.push(...(JSON.parse(reply.text) as Loan[]))
        next = /^<([^>]+)>/.exec(String(reply.headers['link'] ?? ''))?.[1]
        await insertLoans(3)
      }
      const ids = seen.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const before = new Set(known.loans.map(({ id }) => id))
      expect(ids.filter((id) => before.has(id))).toEqual(expected(known, filters, sort))
      expect(seen.toSorted((one, other) => inOrder(one, other, sort))).toEqual(seen)
    },
  )
})

describe('the loan list filtered by held or favorite loans', () => {
  const own = ['favorites', 'held']

  it.each(own)('rejects the filter %s for a visitor before any other check', async (name) => {
    const visitor = desk.visitor()
    for (const query of [{ [name]: 'true' }, { [name]: 'true', sort: 'none', amountMin: 'x' }])
      expect(await visitor.refusal('listLoans', { query })).toMatch(/^401: /)
    for (const value of ['true', 'x'])
      expect(await visitor.refusal('getLoanTotals', { query: { [name]: value } })).toMatch(
        value === 'true' ? /^401: / : /^400: /,
      )
    const all = await visitor.call('listLoans', { query: { limit: '5' } })
    const none = { [name]: 'false', limit: '5' }
    expect(await visitor.call('listLoans', { query: none })).toEqual(all)
  })

  it("applies each change immediately to the held and favorite filters, and never lists another user's loans", async () => {
    const [loan, title] = [await desk.makeLoan({ title: randomUUID() }), randomUUID()]
    const other = await desk.makeLoan({ title })
    const [ada, mei] = await Promise.all([desk.makeLender(), desk.makeLender()])
    const idsOf = async (reader: Person, query: object) =>
      (await reader.call('listLoans', { query })).map(({ id }) => id)
    await ada.call('addFavorite', { body: { loanId: loan.id } })
    await desk.makeCommitment(mei, loan)
    expect(await idsOf(ada, { favorites: 'true' })).toEqual([loan.id])
    expect(await idsOf(mei, { favorites: 'true' })).toEqual([])
    expect(await idsOf(ada, { held: 'true' })).toEqual([])
    expect(await idsOf(mei, { held: 'true' })).toEqual([loan.id])
    await ada.call('addFavorite', { body: { loanId: other.id } })
    expect(await idsOf(ada, { favorites: 'true' })).toEqual([other.id, loan.id])
    await ada.call('removeFavorite', { params: { loanId: loan.id } })
    expect(await idsOf(ada, { favorites: 'true' })).toEqual([other.id])
    const soft = await desk.makeCommitment(mei, other, { isSoftCommit: 'true' })
    expect(await idsOf(mei, { held: 'true', sort: 'title' })).toHaveLength(2)
    await mei.call('withdrawCommitment', { params: { id: soft.id } })
    expect(await idsOf(mei, { held: 'true' })).toEqual([loan.id])
    expect(await idsOf(mei, { held: 'true', favorites: 'true' })).toEqual([])
  })
})
