import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  maxSavedFilters,
  type NewSavedFilter,
  type SavedFilter,
} from '#contract/loans/saved-filters.ts'
import type { LoanFilters } from '#contract/loans/shapes.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import * as fc from 'fast-check'

let desk: Desk
let lender: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())

const save = (person: Person, body: NewSavedFilter) => person.call('createSavedFilter', { body })
const saved = (person: Person) => person.call('listSavedFilters')
const namesOf = async (person: Person) => (await saved(person)).map(({ name }) => name)

describe('saved filters', () => {
  it("stores a saved filter's conditions, ignores blank conditions, and lists saved filters by name", async () => {
    lender = await desk.makeLender()
    const conditions = {
      search: 'Pier 7 & "Sons" %_\\',
      status: 'open',
      propertyType: 'Retail',
      location: 'Boston',
      ltvMax: '65.00',
      rateMin: '7.25',
      amountMin: '0.00',
      amountMax: '9999999999999.99',
      favorites: 'true',
      held: 'true',
    } as const
    const full = await save(lender, { name: ' Small shops ', isNotifying: 'true', ...conditions })
    expect(full).toMatchObject({ name: 'Small shops', isNotifying: 'true', ...conditions })
    const empty = await save(lender, { name: 'all', search: '  ', ltvMax: '', location: null })
    const none = { search: null, status: null, propertyType: null, location: null, ltvMax: null }
    expect(empty).toMatchObject({ ...none, rateMin: null, isNotifying: 'false', held: 'false' })
    expect(await saved(lender)).toEqual([empty, full])
  })

  it('renames a saved filter and turns its notifications on and off', async () => {
    const { id } = await save(lender, { name: 'Old name', search: 'pier' })
    const change = (body: object) => lender.call('updateSavedFilter', { params: { id }, body })
    const renamed = { id, name: 'New name', search: 'pier', isNotifying: 'false' }
    expect(await change({ name: 'New name' })).toMatchObject(renamed)
    expect(await change({ isNotifying: 'true' })).toMatchObject({ ...renamed, isNotifying: 'true' })
    expect(await change({})).toMatchObject({ ...renamed, isNotifying: 'true' })
    expect(await change({ name: 'NEW NAME' })).toMatchObject({ name: 'NEW NAME' })
    await lender.call('deleteSavedFilter', { params: { id } })
    expect(await namesOf(lender)).toEqual(['all', 'Small shops'])
  })

  it("requires a unique name for each of a user's saved filters, ignoring letter case", async () => {
    const taken = '409: You already have a saved filter called “ALL”.'
    expect(await lender.refusal('createSavedFilter', { body: { name: 'ALL' } })).toBe(taken)
    const { id } = await save(lender, { name: 'other' })
    const input = { params: { id }, body: { name: 'ALL' } }
    expect(await lender.refusal('updateSavedFilter', input)).toBe(taken)
    const another = await desk.makePending()
    expect(await save(another, { name: 'ALL' })).toMatchObject({ name: 'ALL' })
  })

  it.each([
    [{}, 'name', 'Name is required'],
    [{ name: '  ' }, 'name', 'Name is required'],
    [{ name: 'x'.repeat(61) }, 'name', 'Must be at most 60 characters'],
    [{ name: 'x', status: 'Closing' }, 'status', 'Must be open or funded'],
    [{ name: 'x', ltvMax: '-1' }, 'ltvMax', 'Highest LTV must be a number from 0 to 999.99'],
    [
      { name: 'x', amountMin: 'low' },
      'amountMin',
      'Lowest amount must be a number from 0 to 9999999999999.99',
    ],
    [{ name: 'x', held: 'yes' }, 'held', "Must be 'true' or 'false'"],
    [{ name: 'x', search: 'a\0b' }, 'search', 'Must not contain NUL characters'],
  ])(
    'names the invalid field in the error for the saved filter %j',
    async (body, field, message) => {
      const reply = await lender.send('createSavedFilter', { body })
      expect(reply.status).toBe(400)
      expect(JSON.parse(reply.text)).toMatchObject({
        code: 'invalid',
        fields: { [field]: message },
      })
    },
  )

  it('limits a user to 20 saved filters, even with concurrent requests', async () => {
    const person = await desk.makeLender()
    const bodies = Array.from({ length: 26 }, (_, number) => ({ name: `Filter ${number}` }))
    const replies = await Promise.all(
      bodies.map((body) => person.send('createSavedFilter', { body })),
    )
    const statuses = replies.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([
      ...Array.from({ length: maxSavedFilters }, () => 201),
      ...Array.from({ length: 6 }, () => 409),
    ])
    expect(await person.refusal('createSavedFilter', { body: { name: 'One more' } })).toBe(
      '409: You have 20 saved filters, the most there can be. Delete one first.',
    )
    expect(await saved(person)).toHaveLength(maxSavedFilters)
    const [first] = await saved(person)
    await person.call('deleteSavedFilter', { params: { id: first?.id ?? '' } })
    await save(person, { name: 'One more' })
  })

  it("deletes an account's saved filters together with the account", async () => {
    const person = await desk.makeLender()
    await save(person, { name: 'all' })
    const admin = await desk.makeAdmin()
    await admin.call('deleteUser', { params: { id: person.id } })
    expect(await desk.rows('select 1 from saved_filters where user_id = $1', [person.id])).toEqual(
      [],
    )
  })
})

const toldOf = async (person: Person, loanId: string) =>
  (await person.call('listNotifications'))
    .filter(({ relatedLoanId }) => relatedLoanId === loanId)
    .map(({ type, message }) => `${type}: ${message}`)

describe('a new loan', () => {
  it('notifies every approved lender once and names the matching filters', async () => {
    const [ada, mei, pending] = [
      await desk.makeLender(),
      await desk.makeLender(),
      await desk.makePending(),
    ]
    const boston = { name: 'Boston', isNotifying: 'true', location: 'BOSTON' } as const
    for (const person of [ada, mei, pending]) await save(person, boston)
    await save(ada, { name: 'Small', isNotifying: 'true', amountMax: '1000000' })
    await save(ada, { name: 'Quiet', location: 'Boston' })
    await save(ada, { name: 'Favorites', isNotifying: 'true', favorites: 'true' })
    await save(ada, { name: 'Held', isNotifying: 'true', held: 'true' })
    await save(ada, { name: 'Funded', isNotifying: 'true', status: 'funded' })
    const [title, propertyAddress] = ['Pier 4 Warehouse', '4 Pier Road, Boston, MA']
    const loan = await desk.makeLoan({ title, propertyAddress })
    const words = 'newLoan: Pier 4 Warehouse: $1,000,000 at 7.25% for 24 months'
    expect(await toldOf(ada, loan.id)).toEqual([
      `${words}. Matches your saved filters “Boston” and “Small”`,
    ])
    expect(await toldOf(mei, loan.id)).toEqual([`${words}. Matches your saved filter “Boston”`])
    expect(await toldOf(lender, loan.id)).toEqual([words])
    expect(await toldOf(pending, loan.id)).toEqual([])
    await save(ada, { name: 'Open', isNotifying: 'true', status: 'open' })
    const second = await desk.makeLoan({ title, propertyAddress })
    expect(await toldOf(ada, second.id)).toEqual([
      `${words}. Matches your saved filters “Boston”, “Small” and “Open”`,
    ])
    const funded = await desk.makeLoan({ title, propertyAddress, status: 'funded' })
    expect(await toldOf(ada, funded.id)).toEqual([])
  })

  const parts = ['%', '_', '\\', 'é', 'harbor', 'HARBOR 1', 'a.c', '(', "'", '100%_\\', '&']
  const all = fc.record({
    search: fc.constantFrom(...parts),
    status: fc.constantFrom('open' as const, 'funded' as const),
    propertyType: fc.constantFrom('Retail', 'Hotel'),
    location: fc.constantFrom(...parts, 'GA', 'ga', 'Georgia', 'NEW YORK', 'mo'),
    ltvMax: fc.constantFrom('0', '64.99', '65', '999.99'),
    rateMin: fc.constantFrom('0', '7.25', '7.26'),
    amountMin: fc.constantFrom('0.01', '1000000.01'),
    amountMax: fc.constantFrom('1000000', '9999999999999.99'),
  })
  const filter = fc
    .tuple(
      all,
      fc.subarray(
        [
          'search',
          'status',
          'propertyType',
          'location',
          'ltvMax',
          'rateMin',
          'amountMin',
          'amountMax',
        ] as const,
        { maxLength: 3 },
      ),
    )
    .map(([values, names]) => Object.fromEntries(names.map((name) => [name, values[name]])))
  const text = fc.array(fc.constantFrom(...parts, ' ', 'x'), { minLength: 1, maxLength: 6 })
  const newLoan = fc.record({
    title: text.map((found) => `x${found.join('')}`),
    borrowerName: text.map((found) => `x${found.join('')}`),
    propertyAddress: fc.option(
      fc.oneof(
        text.map((found) => `x${found.join('')}`),
        fc.constantFrom(
          '1 Bay, Savannah, GA 31407',
          '9 Wall, New York, NY',
          '7 Georgia Road, Mobile, AL',
        ),
      ),
    ),
    amount: fc.constantFrom('0.01', '1000000', '1000000.01', '9999999999999.99'),
    interestRate: fc.constantFrom('5', '7.25', '7.26'),
    status: fc.constantFrom('Processing', 'open', 'Closing'),
    propertyType: fc.constantFrom('Retail', 'Hotel', 'retail', null),
    ltv: fc.constantFrom('0', '64.99', '65', '65.01', null),
  })

  const queryOf = ({
    id: _id,
    name: _name,
    createdAt: _at,
    isNotifying: _is,
    ...rest
  }: SavedFilter) =>
    Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)) as LoanFilters

  it('matches a new loan to a saved filter only if the filtered list contains the loan', async () => {
    const world = fc.record({
      filters: fc.array(filter, { minLength: 1, maxLength: maxSavedFilters, size: 'max' }),
      loans: fc.array(newLoan, { minLength: 1, maxLength: 4 }),
    })
    const seen = { matches: 0, others: 0 }
    await fc.assert(
      fc.asyncProperty(world, async ({ filters, loans }) => {
        const person = await desk.makeLender()
        for (const [number, conditions] of filters.entries())
          await save(person, { name: `f${number}`, isNotifying: 'true', ...conditions })
        const own = await saved(person)
        for (const fields of loans) {
          const loan = await desk.makeLoan(fields)
          const [told = ''] = await toldOf(person, loan.id)
          const named = [...told.replace(/^.* Matches your/s, '').matchAll(/“(f\d+)”/g)]
          const expected: string[] = []
          for (const each of own) {
            const listed = await person.call('listLoans', { query: queryOf(each) })
            if (listed.some(({ id }) => id === loan.id)) expected.push(each.name)
          }
          expect(named.map(([, name]) => name).toSorted(), told).toEqual(expected.toSorted())
          seen.matches += expected.length
          seen.others += own.length - expected.length
        }
        await desk.rows('update users set deactivated_at = now() where id = $1', [person.id])
      }),
      { numRuns: 12 },
    )
    // The test is meaningful only if both outcomes occur often.
    expect(Math.min(seen.matches, seen.others)).toBeGreaterThan(20)
  }, 600_000)
})
