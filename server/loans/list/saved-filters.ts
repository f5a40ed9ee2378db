/** Saved filters for the loan list. `new-loan-notice.ts` matches them against new loans. */
import { randomUUID } from 'node:crypto'
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { maxSavedFilters, type SavedFilter } from '#contract/loans/saved-filters.ts'
import { toFlag } from '#contract/wire.ts'
import { change } from '#server/change/change.ts'
import type { Transaction } from '#server/database/client.ts'
import { savedFilters } from '#server/database/schema/loans.ts'
import { conflict, notFound, violatesUnique } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { and, eq, sql } from 'drizzle-orm'

type Caller = Context<'signedIn'>

export async function listSavedFilters({ db, principal }: Caller): Promise<SavedFilter[]> {
  const rows = await db
    .select()
    .from(savedFilters)
    .where(savedBy(principal))
    .orderBy(sql`lower(${savedFilters.name}) collate "C"`, savedFilters.id)
  return rows.map(toSavedFilter)
}

export function createSavedFilter(context: Caller, body: Body<Endpoints['createSavedFilter']>) {
  const { id: userId } = context.principal.account
  return store(context, body.name, async (tx) => {
    // Concurrent calls wait for each other here so that the second call also counts the filter stored by the first.
    await tx.execute(sql`select 1 from users where id = ${userId} for no key update`)
    const saved = await tx.$count(savedFilters, savedBy(context.principal))
    if (saved >= maxSavedFilters)
      throw conflict(
        `You have ${maxSavedFilters} saved filters, the most there can be. Delete one first.`,
        'too_many_filters',
      )
    return tx
      .insert(savedFilters)
      .values({ ...body, id: randomUUID(), userId })
      .returning()
  })
}

export const updateSavedFilter = (
  context: Caller,
  id: string,
  { name, isNotifying }: Body<Endpoints['updateSavedFilter']>,
) =>
  store(context, name, (tx) =>
    tx
      .update(savedFilters)
      // PostgreSQL rejects an empty `set`, so the user's id is always set.
      .set({ userId: context.principal.account.id, name, isNotifying })
      .where(and(savedBy(context.principal), eq(savedFilters.id, id)))
      .returning(),
  )

export const deleteSavedFilter = (context: Caller, id: string) =>
  store(context, undefined, (tx) =>
    tx
      .delete(savedFilters)
      .where(and(savedBy(context.principal), eq(savedFilters.id, id)))
      .returning(),
  )

type Row = typeof savedFilters.$inferSelect

/**
 * Returns the filter that was saved or deleted.
 * @throws {ApiError} 404 if it doesn't exist, 409 if the user has another filter with the same name.
 */
const store = (
  context: Caller,
  name: string | undefined,
  write: (tx: Transaction) => Promise<Row[]>,
): Promise<SavedFilter> =>
  change(context, {
    run: async (tx) => {
      const [row] = await write(tx)
      if (!row) throw notFound('The saved filter')
      return { result: toSavedFilter(row), changes: [changeOf(context.principal)] }
    },
  }).catch((error: unknown) => {
    if (violatesUnique(error, 'saved_filters_name_key'))
      throw conflict(`You already have a saved filter called “${name}”.`, 'name_taken')
    throw error
  })

const savedBy = ({ account }: Principal) => eq(savedFilters.userId, account.id)

const changeOf = ({ account }: Principal) =>
  ({ topic: 'savedFilters', audience: { personId: account.id } }) as const

const toSavedFilter = ({ userId: _userId, ...row }: Row): SavedFilter => ({
  ...row,
  isNotifying: toFlag(row.isNotifying),
  favorites: toFlag(row.favorites),
  held: toFlag(row.held),
  createdAt: row.createdAt.toISOString(),
})
