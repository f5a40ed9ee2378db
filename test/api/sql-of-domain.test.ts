/** Rules that exist both in the domain code and in SQL. */
import { fullName } from '#domain/texts.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it('returns the same full name in SQL as in the domain', async () => {
  const parts = ['', 'Ada', "O'Brien Cole"]
  const people = parts.flatMap((firstName) => parts.map((lastName) => ({ firstName, lastName })))
  const asked = people.map((person, place) => ({ place, ...person }))
  const { rows } = await desk.db.execute(sql`
    select ${fullNameOf('u')} as name from json_to_recordset(${JSON.stringify(asked)}::json)
      as asked (place integer, "firstName" text, "lastName" text),
      lateral (select "firstName" as first_name, "lastName" as last_name) u order by place`)
  expect(rows).toEqual(people.map((person) => ({ name: fullName(person) })))
})
