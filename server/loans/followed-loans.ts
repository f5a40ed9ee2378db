/** Favorite loans and loan visits. On each visit, users see which items were added since the previous visit. */
import { randomUUID } from 'node:crypto'
import { change } from '#server/change/change.ts'
import { isSeen, loansSeenBy } from './loans-seen.ts'
import type { deskVisits } from '#server/database/schema/accounts.ts'
import { favorites, loans, loanVisits } from '#server/database/schema/loans.ts'
import { namesMissingLoan, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { type Principal, firmOf } from '#server/sign-in/principal.ts'
import { and, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
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
      // `do update` to the same value returns the row whether or not it already existed.
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

/**
 * Opening a loan's page again within this many minutes counts as the same visit. After a reload, the page therefore
 * still shows the same items as new.
 */
export const visitGapMinutes = 30

export async function visitLoan(context: Context<'viewer'>, loanId: string) {
  const { db, principal } = context
  await findSeenLoan(context, loanId)
  try {
    const [visit] = await db
      .insert(loanVisits)
      .values({
        userId: principal.account.id,
        loanId,
        previousAt: followedSince(principal, loanId),
      })
      .onConflictDoUpdate({
        target: [loanVisits.userId, loanVisits.loanId],
        set: nextVisit(loanVisits),
      })
      .returning({ previousAt: loanVisits.previousAt })
    return { previousAt: visit?.previousAt?.toISOString() ?? null }
  } catch (error) {
    if (namesMissingLoan(error)) throw notFound('The loan')
    throw error
  }
}

/** On a first visit, anything added since the user began to follow the loan is new. */
const followedSince = (principal: Principal, loanId: string) => sql`(
  select min(own.since) from ${followedLoans({ userId: principal.account.id, firmId: firmOf(principal) })} own
  where own.loan_id = ${loanId}::uuid and own.since < now())`

/**
 * The changes to the row of an earlier visit. `previousAt` becomes the time of the last activity if a new visit begins,
 * and stays if the same visit continues.
 */
export const nextVisit = ({ openedAt, previousAt }: typeof loanVisits | typeof deskVisits) => ({
  previousAt: sql`case
    when ${openedAt} < now() - make_interval(mins => ${visitGapMinutes}) then ${openedAt}
    else ${previousAt} end`,
  openedAt: sql`greatest(${openedAt}, now())`,
})

/**
 * Selects one row for each share and each favorite. `since` is when the user added the share or favorite, and `own_act`
 * is false if an administrator recorded the share.
 */
export const followedLoans = ({ userId, firmId }: { userId: string; firmId: string }): SQL => sql`(
  select loan_id, created_at as since, true as is_held, recorded_by is null as own_act
  from commitments
  where firm_id = ${firmId}::uuid and status = 'active'
  union all
  select loan_id, created_at, false, true from favorites where user_id = ${userId}::uuid
)`
