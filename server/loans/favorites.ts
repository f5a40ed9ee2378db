/** Loans that a person marked as favorites. */
import { randomUUID } from 'node:crypto'
import { recordChanges } from '#server/live/record.ts'
import { transact } from '#server/database/client.ts'
import { isSeen } from '#server/database/loans-seen.ts'
import { favorites, loans } from '#server/database/schema/loans.ts'
import { namesMissingLoan, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'
import { loansSeenBy, type Principal } from '#server/sign-in/principal.ts'
import { and, desc, eq, getTableColumns } from 'drizzle-orm'
import { findSeenLoan } from './read.ts'

type FavoriteCalls = 'listFavorites' | 'addFavorite' | 'removeFavorite'

export const favoriteHandlers: Pick<Handlers, FavoriteCalls> = {
  async listFavorites({ db, config, principal }) {
    const rows = await db
      .select(getTableColumns(favorites))
      .from(favorites)
      .innerJoin(loans, eq(loans.id, favorites.loanId))
      .where(and(markedBy(principal), isSeen(loansSeenBy({ principal, config }))))
      .orderBy(desc(favorites.createdAt))
    return rows.map(toFavorite)
  },

  async addFavorite(context, { body: { loanId } }) {
    const { db, principal } = context
    await findSeenLoan(context, loanId)
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
      if (namesMissingLoan(error)) throw notFound('The loan')
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
