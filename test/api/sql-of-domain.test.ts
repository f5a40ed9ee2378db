/** Rules that stand in the domain and in SQL. */
import { states } from '#domain/loans/addresses.ts'
import { stateOf, stateTexts } from '#domain/loans/places.ts'
import { fullName } from '#domain/texts.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { lettersOfState, loans } from '#server/database/schema/loans.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it('a full name is the same in SQL', async () => {
  const parts = ['', 'Ada', "O'Brien Cole"]
  const people = parts.flatMap((firstName) => parts.map((lastName) => ({ firstName, lastName })))
  const asked = people.map((person, place) => ({ place, ...person }))
  const { rows } = await desk.db.execute(sql`
    select ${fullNameOf('u')} as name from json_to_recordset(${JSON.stringify(asked)}::json)
      as asked (place integer, "firstName" text, "lastName" text),
      lateral (select "firstName" as first_name, "lastName" as last_name) u order by place`)
  expect(rows).toEqual(people.map((person) => ({ name: fullName(person) })))
})

/** The letters in the place of the state of each address. */
async function lettersOf(addresses: string[]): Promise<(string | null)[]> {
  const { rows } = await desk.db.execute<{ letters: string | null }>(sql`
    select ${lettersOfState(loans.propertyAddress)} as letters
    from unnest(${sql.param(addresses)}::text[]) with ordinality as loans (property_address, place)
    order by place`)
  return rows.map(({ letters }) => letters)
}

it('the name of each state is the same in SQL', async () => {
  const named = [...stateTexts].map(
    (text) => `1 First Street, Town, ${text}, United States of America`,
  )
  expect(await lettersOf(named)).toEqual(named.map(stateOf))
})

it('the state of an address is the same in SQL', async () => {
  const names = ['Texas', 'NEW YORK', 'west virginia', 'Virginia', 'District of Columbia', 'Texass']
  const addresses = [
    ['4 Pier Road, Boston', '12 Main-', 'Washington', '9 Wall Street, New York, NY', ''],
    [', ', ' ', '  ', ' , '],
    [...['MA', 'ma', 'Ma', 'DC', 'St', 'Ct', 'US', 'ZZ', 'M', 'MAS', ''], ...names],
    ['', ' 02110', ' 02110-1234', ', 02110', ' 021', '02110'],
    ['', ', USA', ' usa', ', US', ' U.S.A.', ' United States', ', Canada', ',USA'],
    ['', '  '],
  ].reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => start + end)), [''])
  const letters = await lettersOf(addresses)
  const found = addresses.map((each, index) => [each, letters[index] ?? ''])
  expect(found.map(([each, state = '']) => [each, states.has(state) ? state : null])).toEqual(
    addresses.map((each) => [each, stateOf(each)]),
  )
})
