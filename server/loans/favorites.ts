import { randomUUID } from 'node:crypto'
import { change } from '#server/change/change.ts'
import { isSeen, loansSeenBy } from './loans-seen.ts'
import { favorites, loans } from '#server/database/schema/loans.ts'
import { namesMissingLoan, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { and, desc, eq, getTableColumns } from 'drizzle-orm'
import { findSeenLoan } from './read-loans.ts'

export async function listFavorites(context: Context<'signedIn'>) {
  const rows = await context.db
    .select(getTableColumns(favorites))
    .from(favorites)
    .innerJoin(loans, eq(loans.id, favorites.loanId))
    .where(and(markedBy(context.principal), isSeen(loansSeenBy(context))))
    .orderBy(desc(favorites.createdAt))
  return rows.map(toFavorite)
}

export async function addFavorite(context: Context<'signedIn'>, loanId: string) {
  const { principal } = context
  await findSeenLoan(context, loanId)
  return change(context, {
    run: async (tx) => {
      // `do update` to the same value returns the row whether or not it existed.
      const [row] = await tx
        .insert(favorites)
        .values({ id: randomUUID(), userId: principal.account.id, loanId })
        .onConflictDoUpdate({ target: [favorites.userId, favorites.loanId], set: { loanId } })
        .returning()
      if (!row) throw notFound('The loan')
      return { result: toFavorite(row), changes: [changeOf(principal)] }
    },
  }).catch((error: unknown) => {
    throw namesMissingLoan(error) ? notFound('The loan') : error
  })
}

export const removeFavorite = (context: Context<'signedIn'>, loanId: string): Promise<null> =>
  change(context, {
    run: async (tx) => {
      const { principal } = context
      await tx.delete(favorites).where(and(markedBy(principal), eq(favorites.loanId, loanId)))
      return { result: null, changes: [changeOf(principal)] }
    },
  })

const markedBy = ({ account }: Principal) => eq(favorites.userId, account.id)

const changeOf = ({ account }: Principal) =>
  ({ topic: 'favorites', audience: { personId: account.id } }) as const

const toFavorite = (row: typeof favorites.$inferSelect) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})
