/** States filled in for loans that were created before the state column existed. */
import journal from '#server/database/migrations/meta/_journal.json' with { type: 'json' }
import { stateOf, stateTexts } from '#domain/loans/property/places.ts'
import { migrateWithin } from '#server/backup/levels.ts'
import { onOneConnection } from '#server/backup/tables.ts'
import { makeEmptyPlace, type EmptyPlace } from '#test/support/empty-place.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let place: EmptyPlace
beforeAll(async () => {
  place = await makeEmptyPlace()
})
afterAll(() => place.close())

const names = ['Texas', 'NEW YORK', 'west virginia', 'Virginia', 'District of Columbia', 'Texass']
const addresses = [
  ['4 Pier Road, Boston', '12 Main-', 'Washington', '9 Wall Street, New York, NY', ''],
  [', ', ' ', '  ', ' , '],
  [...['MA', 'ma', 'Ma', 'DC', 'St', 'Ct', 'US', 'ZZ', 'M', 'MAS', ''], ...names],
  ['', ' 02110', ' 02110-1234', ', 02110', ' 021', '02110'],
  ['', ', USA', ' usa', ', US', ' U.S.A.', ' United States', ', Canada', ',USA'],
  ['', '  '],
].reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => start + end)), [''])

it("fills in each loan's state from its address during an upgrade", async () => {
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith('_figures_when_asked_for'))
  // Every 13th of the 36,000 addresses is enough to include each pair of address parts.
  const some = addresses.filter((_, index) => index % 13 === 0)
  const all = [...some, ...stateTexts.map((name) => `1 First Street, Town, ${name}, USA`)]
  const { signal } = new AbortController()
  const rows = await onOneConnection({ db: place.db, signal }, 'begin', async (client) => {
    await client.query('create table installation (id integer primary key)')
    await migrateWithin(client, journal.entries[at - 1]?.when)
    await client.query(
      `insert into loans (id, title, borrower_name, property_address, amount, interest_rate, term)
       select gen_random_uuid(), 'Pier', 'Pier LLC', address, 1000000, 7, 12
       from unnest($1::text[]) as given (address)`,
      [[...all, null]],
    )
    await migrateWithin(client, journal.entries[at]?.when)
    const found = await client.query<{ address: string | null; state: string | null }>(
      'select property_address as address, state from loans',
    )
    return found.rows
  })
  expect(rows).toHaveLength(all.length + 1)
  expect(rows.filter(({ address, state }) => state !== stateOf(address))).toEqual([])
})
