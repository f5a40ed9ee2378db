/** Stores imported loans as drafts, so that no lender is notified. */
import { randomUUID } from 'node:crypto'
import { loanFieldNames } from '#domain/loans/fields.ts'
import type { NewEntry } from '#domain/audit/entries.ts'
import { stateOf } from '#domain/loans/property/places.ts'
import type { Effects } from '#server/change/effects.ts'
import type { Transaction } from '#server/database/client.ts'
import { loans } from '#server/database/schema/loans.ts'
import { storeInvitations } from '#server/accounts/invitations.ts'
import type { Context } from '#server/http/mount.ts'
import { lockAdministrator } from '#server/sign-in/lock-administrator.ts'
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

export async function storeLenders(
  tx: Transaction,
  { config, principal }: Context<'admin'>,
  rows: readonly RowOf<'lenders'>[],
  { isApproved }: { isApproved: boolean },
): Promise<Effects> {
  const { id } = principal.account
  const invited = rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    name: row.name ?? ([firstName, lastName].filter(Boolean).join(' ') || null),
    id: randomUUID(),
    isApproved: row.isApproved === undefined ? isApproved : row.isApproved === 'true',
  }))
  // Lock immediately, unlike other imports, because open invitations are withdrawn.
  await lockAdministrator(tx, id)
  return storeInvitations(tx, { config, id }, invited)
}
