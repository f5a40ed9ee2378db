/** Rules that are implemented both in the domain code and in SQL. */
import {
  creditOf,
  leadingDebtYield,
  leadingDscr,
  type CreditFacts,
} from '#domain/loans/credit/credit.ts'
import { fullName } from '#domain/texts.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { loans } from '#server/database/schema/loans.ts'
import { debtYield, dscr } from '#server/loans/list/credit.ts'
import { bareLoan } from '#test/support/bare-loan.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it('computes the same full name in SQL as in the domain code', async () => {
  const parts = ['', 'Ada', "O'Brien Cole"]
  const people = parts.flatMap((firstName) => parts.map((lastName) => ({ firstName, lastName })))
  const asked = people.map((person, place) => ({ place, ...person }))
  const { rows } = await desk.db.execute(sql`
    select ${fullNameOf('u')} as name from json_to_recordset(${JSON.stringify(asked)}::json)
      as asked (place integer, "firstName" text, "lastName" text),
      lateral (select "firstName" as first_name, "lastName" as last_name) u order by place`)
  expect(rows).toEqual(people.map((person) => ({ name: fullName(person) })))
})

const money = (max: number) =>
  fc.integer({ min: 0, max }).map((cents) => ((cents + 1) / 100).toFixed(2))
const months = fc.option(fc.integer({ min: 1, max: 1200 }))
const anyCredit = fc.record({
  amount: fc.oneof(money(1000), money(99_999_999_999)),
  interestRate: fc.integer({ min: 1, max: 99_999 }).map((points) => (points / 100).toFixed(2)),
  noteRate: fc.option(
    fc.integer({ min: 1, max: 99_999_000 }).map((units) => (units / 100_000).toFixed(5)),
  ),
  noiInPlace: fc.option(money(9_999_999_999)),
  noiStabilized: fc.option(money(9_999_999_999)),
  interestOnlyMonths: fc.option(fc.integer({ min: 0, max: 36 })),
  amortizationMonths: months,
})

/** Ratios near 1 and near rounding boundaries, such as 1.005. */
const nearTies = ['0.99', '0.995', '1', '1.005', '1.2', '1.245'].flatMap((ratio) =>
  [-1, 0, 1].map((cent) => ({
    amount: '1000000.00',
    interestRate: '10.00',
    noteRate: null,
    noiInPlace: (Number(ratio) * 100_000 + cent / 100).toFixed(2),
    noiStabilized: null,
    interestOnlyMonths: null,
    amortizationMonths: null,
  })),
)

/** A ratio with more digits than PostgreSQL keeps when it divides `numeric` values. */
const longRatio = {
  amount: '0.03',
  interestRate: '0.01',
  noteRate: '0.00001',
  noiInPlace: '9833034673.00',
  noiStabilized: null,
  interestOnlyMonths: null,
  amortizationMonths: null,
}

it('computes the same debt yield and DSCR in SQL as in the domain code', async () => {
  const given = [longRatio, ...nearTies, ...fc.sample(anyCredit, 500)]
  const { rows } = await desk.db.execute(sql`
    select ${debtYield} as "debtYield", ${dscr} as dscr
    from json_to_recordset(${JSON.stringify(given.map((each, place) => ({ place, ...each })))}::json)
      as asked (place integer, amount numeric, "interestRate" numeric, "noteRate" numeric,
        "noiInPlace" numeric, "noiStabilized" numeric, "interestOnlyMonths" integer, "amortizationMonths" integer),
      lateral (select amount, "interestRate" as interest_rate, "noteRate" as note_rate,
        "noiInPlace" as noi_in_place, "noiStabilized" as noi_stabilized,
        "interestOnlyMonths" as interest_only_months, "amortizationMonths" as amortization_months) ${loans}
    order by place`)
  const expected = given.map((each) => {
    // The cast is safe, because the generator writes figures in the database's format.
    const credit = creditOf({ ...bareLoan, ...each } as unknown as CreditFacts)
    return { debtYield: leadingDebtYield(credit), dscr: leadingDscr(credit) }
  })
  expect(rows).toEqual(expected)
})
