/** Loans that a person marked as favorites. */
import { randomUUID } from 'node:crypto'
import { recordChanges } from '#server/changes/record.ts'
import { transact } from '#server/database/client.ts'
import { favorites } from '#server/database/schema/loans.ts'
import { violatesForeignKey, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { and, desc, eq } from 'drizzle-orm'

type FavoriteCalls = 'listFavorites' | 'addFavorite' | 'removeFavorite'

export const favoriteHandlers: Pick<Handlers, FavoriteCalls> = {
  async listFavorites({ db, principal }) {
    const rows = await db
      .select()
      .from(favorites)
      .where(markedBy(principal))
      .orderBy(desc(favorites.createdAt))
    return rows.map(toFavorite)
  },

  async addFavorite({ db, principal }, { body: { loanId } }) {
    try {
      // `do update` to the same value returns the row whether or not it existed.
      const [row] = await transact(db, async (tx) => {
        await recordChanges(tx, changeOf(principal))
        return tx
          .insert(favorites)
          .values({ id: randomUUID(), userId: principal.account.id, loanId })
          .onConflictDoUpdate({ target: [favorites.userId, favorites.loanId], set: { loanId } })
          .returning()
      })
      if (!row) throw notFound('The loan')
      return toFavorite(row)
    } catch (error) {
      if (violatesForeignKey(error)) throw notFound('The loan')
      throw error
    }
  },

  async removeFavorite({ db, principal }, { path: { loanId } }) {
    await transact(db, async (tx) => {
      await recordChanges(tx, changeOf(principal))
      await tx.delete(favorites).where(and(markedBy(principal), eq(favorites.loanId, loanId)))
    })
    return null
  },
}

/** The favorites of whoever asks. */
const markedBy = ({ account }: Principal) => eq(favorites.userId, account.id)

const changeOf = ({ account }: Principal) =>
  ({ topic: 'favorites', audience: { personId: account.id } }) as const

const toFavorite = (row: typeof favorites.$inferSelect) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})
