/** Releasing a lender from a binding commitment. */
import { randomUUID } from 'node:crypto'
import type { BookEntry } from '#contract/book/shapes.ts'
import { actorOf } from '#server/audit/record.ts'
import { type Queryable } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { commitments } from '#server/database/schema/book.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { transactAsAdministrator } from '#server/sign-in/lock-administrator.ts'
import { eq, sql } from 'drizzle-orm'
import { releaseEntry } from './audit-entries.ts'
import { commitmentReleased } from './notices.ts'
import { findEntry } from './read.ts'
import { requireAction } from './refusals.ts'
import { withBook } from './with-book.ts'

/**
 * Releases a binding commitment for a reason: subtracts it from the loan's figures, takes back the
 * cents placed in a fully committed loan, audits it, and notifies the lender. Returns the book entry, and
 * the receipt's id, which is the audit entry's.
 * @throws {ApiError} 404 when it does not exist, 409 when its state or the loan's does not allow it.
 */
export const release = (
  { db, principal, request }: Pick<Context<'admin'>, 'db' | 'principal' | 'request'>,
  { id, reason }: { id: string; reason: string },
): Promise<BookEntry & { receiptId: string }> =>
  transactAsAdministrator({ db, principal }, async (tx) => {
    const receiptId = randomUUID()
    const { loanId } = await findPosition(tx, id)
    await withBook(tx, actorOf(request, principal), loanId, async (loan) => {
      const { isSoft, status, lender, ...position } = await findPosition(tx, id)
      requireAction('release', { status, isSoft, loanStatus: loan.status })
      await tx
        .update(commitments)
        .set({
          status: 'released',
          endedAt: sql`now()`,
          releasedBy: principal.account.id,
          releaseReason: reason,
        })
        .where(eq(commitments.id, id))
      return {
        commitmentId: id,
        lenderId: lender.id,
        describe: () => ({
          entry: releaseEntry(receiptId, lender, loan, { id, ...position }, reason),
          notices: [commitmentReleased(receiptId, lender.id, loan, position, reason)],
        }),
      }
    })
    return { ...(await findEntry(tx, id)), receiptId }
  })

/** A position as it is, and whose it is; 404 when it is not there. */
async function findPosition(tx: Queryable, id: string) {
  const [found] = await tx
    .select({
      loanId: commitments.loanId,
      status: commitments.status,
      isSoft: commitments.isSoftCommit,
      percentage: commitments.percentage,
      amount: commitments.amount,
      loanAmount: commitments.loanAmount,
      interestRate: commitments.interestRate,
      term: commitments.term,
      lender: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(commitments)
    .innerJoin(users, eq(users.id, commitments.lenderId))
    .where(eq(commitments.id, id))
  if (!found) throw notFound('The commitment')
  return found
}
