/** Private marks on loans. Only the user who set a mark can read it. */
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import type { LoanMark } from '#contract/loans/marks.ts'
import { change } from '#server/change/change.ts'
import type { Queryable } from '#server/database/client.ts'
import { loanMarks } from '#server/database/schema/loans.ts'
import { namesMissingLoan, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { and, eq, sql } from 'drizzle-orm'
import { findSeenLoan } from './read-loans.ts'

export async function markLoan(
  context: Context<'signedIn'>,
  loanId: string,
  mark: Body<Endpoints['markLoan']>,
): Promise<LoanMark> {
  await findSeenLoan(context, loanId)
  const userId = context.principal.account.id
  return change(context, {
    run: async (tx) => {
      if (mark.stage === null && mark.note === null)
        await tx
          .delete(loanMarks)
          .where(and(eq(loanMarks.userId, userId), eq(loanMarks.loanId, loanId)))
      else
        await tx
          .insert(loanMarks)
          .values({ userId, loanId, ...mark })
          .onConflictDoUpdate({
            target: [loanMarks.userId, loanMarks.loanId],
            set: { ...mark, updatedAt: sql`now()` },
          })
      return {
        result: mark,
        changes: [{ topic: 'marks', subject: loanId, audience: { personId: userId } }],
      }
    },
  }).catch((error: unknown) => {
    throw namesMissingLoan(error) ? notFound('The loan') : error
  })
}

export async function withOwnMarks(
  db: Queryable,
  principal: Principal | null,
  page: Loan[],
): Promise<Loan[]> {
  if (!principal) return page
  const loanIds = page.map(({ id }) => id)
  const rows = await db
    .select({ loanId: loanMarks.loanId, stage: loanMarks.stage, note: loanMarks.note })
    .from(loanMarks)
    .where(
      and(
        eq(loanMarks.userId, principal.account.id),
        sql`${loanMarks.loanId} = any(${sql.param(loanIds)}::uuid[])`,
      ),
    )
  const byLoan = new Map(rows.map(({ loanId, ...ownMark }) => [loanId, { ownMark }]))
  return page.map((loan) => ({ ...loan, ...byLoan.get(loan.id) }))
}
