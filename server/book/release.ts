/** Releasing a lender from a binding commitment. */
import type { BookEntry } from '#contract/book/shapes.ts'
import { commitmentCan } from '#domain/book/commitments.ts'
import { actorOf, record } from '#server/audit/record.ts'
import { transact, type Queryable } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { commitments } from '#server/database/schema/book.ts'
import { loans } from '#server/database/schema/loans.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { eq, sql } from 'drizzle-orm'
import { recordCents, recordOfReleased } from './audit-entries.ts'
import { commitmentReleased, notifyAll } from './notices.ts'
import { reasonAgainst } from './own-commitments.ts'
import { takeOutBinding } from './positions.ts'
import { findEntry } from './read.ts'

/**
 * Releases a binding commitment for a reason: takes it out of the loan's figures, takes back the cents
 * that a whole loan had placed, puts it on record, and notifies the lender. Gives its line in the book.
 * @throws {ApiError} 404 when it is not there, 409 when its state or the loan's doesn't allow it.
 */
export const release = (
  { db, user, request }: Pick<Context<'admin'>, 'db' | 'user' | 'request'>,
  { id, reason }: { id: string; reason: string },
): Promise<BookEntry> =>
  transact(db, async (tx) => {
    const actor = actorOf(request, user)
    const { loan, position, lender } = await lockPosition(tx, id)
    const { isSoft, status, percentage, amount } = position
    const inState = { status, isSoft, loanStatus: loan.status }
    if (!commitmentCan('release', inState))
      throw conflict(reasonAgainst(inState), 'not_allowed_now')
    await tx
      .update(commitments)
      .set({
        status: 'released',
        endedAt: sql`now()`,
        releasedBy: user.id,
        releaseReason: reason,
      })
      .where(eq(commitments.id, id))
    const moved = await takeOutBinding(tx, loan, { percentage, amount })
    const part = { id, percentage, amount }
    await record(tx, actor, recordOfReleased(lender, loan, part, reason))
    await recordCents(tx, actor, 'centsTakenBack', loan, moved)
    await notifyAll(tx, [commitmentReleased(user, lender.id, loan, part, reason)])
    return findEntry(tx, id)
  })

/** The position as it is, its loan's row held until the transaction ends; 404 when it is not there. */
async function lockPosition(tx: Queryable, id: string) {
  // The loan first, as every act on its figures does, so that two acts can't wait for each other.
  await tx.execute(sql`
    select id from loans where id = (select loan_id from commitments where id = ${id}) for update`)
  const [found] = await tx
    .select({
      loan: {
        id: loans.id,
        title: loans.title,
        status: loans.status,
        committedPercentage: loans.committedPercentage,
      },
      position: {
        status: commitments.status,
        isSoft: commitments.isSoftCommit,
        percentage: commitments.percentage,
        amount: commitments.amount,
      },
      lender: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(commitments)
    .innerJoin(loans, eq(loans.id, commitments.loanId))
    .innerJoin(users, eq(users.id, commitments.lenderId))
    .where(eq(commitments.id, id))
  if (!found) throw notFound('The commitment')
  return found
}
