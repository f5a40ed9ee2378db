/** Filters of the list of loans that a person saved. `new-loan-notice.ts` compares them with new loans. */
import { randomUUID } from 'node:crypto'
import { mostSavedFilters, type SavedFilter } from '#contract/loans/saved-filters.ts'
import { toFlag } from '#contract/wire.ts'
import { recordChanges } from '#server/live/record.ts'
import { transact } from '#server/database/client.ts'
import { savedFilters } from '#server/database/schema/loans.ts'
import { conflict, notFound, violatesUnique } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { and, eq, sql } from 'drizzle-orm'

type SavedFilterCalls =
  | 'listSavedFilters'
  | 'createSavedFilter'
  | 'updateSavedFilter'
  | 'deleteSavedFilter'

export const savedFilterHandlers: Pick<Handlers, SavedFilterCalls> = {
  async listSavedFilters({ db, principal }) {
    const rows = await db
      .select()
      .from(savedFilters)
      .where(savedBy(principal))
      .orderBy(sql`lower(${savedFilters.name}) collate "C"`, savedFilters.id)
    return rows.map(toSavedFilter)
  },

  async createSavedFilter({ db, principal }, { body }) {
    const { id: userId } = principal.account
    return withUniqueName(body.name, () =>
      transact(db, async (tx) => {
        // Of two at once, the second counts the first.
        await tx.execute(sql`select 1 from users where id = ${userId} for no key update`)
        const saved = await tx.$count(savedFilters, savedBy(principal))
        if (saved >= mostSavedFilters)
          throw conflict(
            `You have ${mostSavedFilters} saved filters, the most there can be. Delete one first.`,
            'too_many_filters',
          )
        await recordChanges(tx, changeOf(principal))
        return tx
          .insert(savedFilters)
          .values({ ...body, id: randomUUID(), userId })
          .returning()
      }),
    )
  },

  async updateSavedFilter({ db, principal }, { path: { id }, body: { name, isNotifying } }) {
    return withUniqueName(name, () =>
      transact(db, async (tx) => {
        await recordChanges(tx, changeOf(principal))
        return (
          tx
            .update(savedFilters)
            // An empty set is no statement.
            .set({ userId: principal.account.id, name, isNotifying })
            .where(and(savedBy(principal), eq(savedFilters.id, id)))
            .returning()
        )
      }),
    )
  },

  async deleteSavedFilter({ db, principal }, { path: { id } }) {
    await transact(db, async (tx) => {
      await recordChanges(tx, changeOf(principal))
      const gone = await tx
        .delete(savedFilters)
        .where(and(savedBy(principal), eq(savedFilters.id, id)))
        .returning({ id: savedFilters.id })
      if (gone.length === 0) throw notFound('The saved filter')
    })
    return null
  },
}

type Row = typeof savedFilters.$inferSelect

/** The written filter; 404 for none, and 409 when another one of the person has its name. */
async function withUniqueName(
  name: string | undefined,
  write: () => Promise<Row[]>,
): Promise<SavedFilter> {
  try {
    const [row] = await write()
    if (!row) throw notFound('The saved filter')
    return toSavedFilter(row)
  } catch (error) {
    if (violatesUnique(error, 'saved_filters_name_key'))
      throw conflict(`You already have a saved filter called “${name}”.`, 'name_taken')
    throw error
  }
}

/** The filters of whoever asks. */
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
