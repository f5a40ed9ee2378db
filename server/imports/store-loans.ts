/** Stores imported loans as drafts, so that no lender is notified. */
import { randomUUID } from 'node:crypto'
import { loanFieldNames } from '#domain/loans/fields.ts'
import type { NewEntry } from '#domain/audit/entries.ts'
import { stateOf } from '#domain/loans/property/places.ts'
import type { Effects } from '#server/change/effects.ts'
import type { Transaction } from '#server/database/client.ts'
import { loans } from '#server/database/schema/loans.ts'
import { sql } from 'drizzle-orm'
import type { RowOf } from './check-rows.ts'

/** In one statement: a loan has about 25 parameters, and PostgreSQL takes 65,535. */
const batchSize = 500

export async function storeLoans(
  tx: Transaction,
  rows: readonly RowOf<'loans'>[],
): Promise<Effects> {
  const made = rows.map((row, place) => ({
    ...row,
    id: randomUUID(),
    state: stateOf(row.propertyAddress ?? null),
    isDraft: true,
    // Lists show the newest loan first, so rows differ by a microsecond to keep the file's order.
    createdAt: sql`now() - make_interval(secs => ${place}::int * 0.000001)`,
  }))
  const entries: NewEntry[] = []
  for (let from = 0; from < made.length; from += batchSize) {
    const some = made.slice(from, from + batchSize)
    const stored = await tx.insert(loans).values(some).returning()
    entries.push(...stored.map(entryOfLoan))
  }
  return { entries, changes: [{ topic: 'loans', audience: 'admins' }] }
}

const entryOfLoan = (loan: typeof loans.$inferSelect) => ({
  kind: 'loanCreated' as const,
  loan: { id: loan.id, title: loan.title },
  after: {
    ...Object.fromEntries(loanFieldNames.map((field) => [field, loan[field]])),
    isDraft: 'true',
  },
})
