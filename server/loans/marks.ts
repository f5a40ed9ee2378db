/** Private marks on loans. Only the user who set a mark can read it. */
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { AnswerOwed, Loan } from '#contract/loans/shapes.ts'
import type { LoanMark } from '#contract/loans/marks.ts'
import { answersOwedBy, heldFor, sharesOfFirm } from '#server/book/shares.ts'
import { change } from '#server/change/change.ts'
import type { Queryable } from '#server/database/client.ts'
import { loanMarks } from '#server/database/schema/loans.ts'
import { prepared } from '#server/database/sql/prepared-statement.ts'
import { momentText } from '#server/database/sql/time-texts.ts'
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

const selectOwn = prepared<
  {
    loanId: string
    ownShare: Loan['ownShare'] | null
    answerOwed: AnswerOwed | null
    ownMark: LoanMark | null
  },
  { userId: string; loanIds: string[] } & ReturnType<typeof heldFor>
>(sql`
  select id as "loanId",
    case when share."loanId" is not null then json_build_object('bindingPercentage', share."bindingPercentage"::text,
      'softPercentage', share."softPercentage"::text) end as "ownShare",
    case when share."loanId" is not null and owed.loan_id is not null then
      json_build_object('about', owed.about, 'respondBy', ${momentText(sql`owed.respond_by`)}) end as "answerOwed",
    case when mark.loan_id is not null then json_build_object('stage', mark.stage, 'note', mark.note) end as "ownMark"
  from unnest(${sql.placeholder('loanIds')}::uuid[]) as given (id)
    left join (${sharesOfFirm}) share on share."loanId" = id
    left join ${answersOwedBy(sql.placeholder('firmId'))} owed on owed.loan_id = id
    left join loan_marks mark on mark.user_id = ${sql.placeholder('userId')}::uuid and mark.loan_id = id
  where share."loanId" is not null or mark.loan_id is not null`)

/** Adds the caller's shares, owed answers and marks to the loans. */
export async function withOwn(db: Queryable, principal: Principal, page: Loan[]): Promise<Loan[]> {
  const { id: userId } = principal.account
  const loanIds = page.map(({ id }) => id)
  const rows = await selectOwn(db, { userId, ...heldFor(principal), loanIds })
  const byLoan = new Map(
    rows.map(({ loanId, ownShare, answerOwed, ownMark }) => [
      loanId,
      {
        ...(ownShare && { ownShare }),
        ...(answerOwed && { answerOwed }),
        ...(ownMark && { ownMark }),
      },
    ]),
  )
  return page.map((loan) => {
    const own = byLoan.get(loan.id)
    return own ? { ...loan, ...own } : loan
  })
}
