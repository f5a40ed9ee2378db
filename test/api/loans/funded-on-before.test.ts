/** The days of loans that were funded before the table had them. */
import journal from '#server/database/migrations/meta/_journal.json' with { type: 'json' }
import { migrateWithin } from '#server/backup/levels.ts'
import { onOneConnection } from '#server/backup/tables.ts'
import { makeEmptyPlace, type EmptyPlace } from '#test/support/empty-place.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let place: EmptyPlace
beforeAll(async () => {
  place = await makeEmptyPlace()
})
afterAll(() => place.close())

it('are those on which the audit trail has them set to funded last, in UTC', async () => {
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith('_funded_on'))
  const loans: Record<string, [status: string, entries: [kind: string, at: string, to: string][]]> =
    {
      'Funded twice': [
        'funded',
        [
          ['loanCreated', '2024-01-01T12:00:00Z', 'open'],
          ['loanChanged', '2024-02-01T12:00:00Z', 'funded'],
          ['loanChanged', '2024-03-01T12:00:00Z', 'Closing'],
          ['termsChanged', '2024-03-31T23:59:59Z', 'funded'],
        ],
      ],
      'Created as funded': ['funded', [['loanCreated', '2024-06-30T23:00:00-05:00', 'funded']]],
      Reopened: [
        'open',
        [
          ['loanChanged', '2024-02-01T12:00:00Z', 'funded'],
          ['loanChanged', '2024-03-01T12:00:00Z', 'open'],
        ],
      ],
      'Funded by hand': ['funded', []],
    }
  const { signal } = new AbortController()
  const rows = await onOneConnection({ db: place.db, signal }, 'begin', async (client) => {
    await client.query('create table installation (id integer primary key)')
    await migrateWithin(client, journal.entries[at - 1]?.when)
    for (const [title, [status, entries]] of Object.entries(loans)) {
      const made = await client.query<{ id: string }>(
        `insert into loans (id, title, borrower_name, amount, interest_rate, term, status)
         values (gen_random_uuid(), $1, 'Pier LLC', '1000000.00', '7.00', 12, $2) returning id`,
        [title, status],
      )
      for (const [kind, time, to] of entries)
        await client.query(
          `insert into audit (id, at, kind, loan_id, after)
           values (gen_random_uuid(), $1, $2, $3, json_build_object('status', $4::text))`,
          [time, kind, made.rows[0]?.id, to],
        )
    }
    await migrateWithin(client, journal.entries[at]?.when)
    const found = await client.query<{ title: string; day: string | null }>(
      `select title, to_char(funded_on, 'YYYY-MM-DD') as day from loans`,
    )
    return found.rows
  })
  expect(Object.fromEntries(rows.map(({ title, day }) => [title, day]))).toEqual({
    'Funded twice': '2024-03-31',
    'Created as funded': '2024-07-01',
    Reopened: null,
    'Funded by hand': null,
  })
})
