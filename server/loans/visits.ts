/** Records visits to loans, so that people see what was added since their previous visit. */
import { visitGapMinutes } from '#domain/loans/visits.ts'
import { followedLoans } from './loans-followed.ts'
import { holderOf, type Principal } from '#server/sign-in/principal.ts'
import { loanVisits } from '#server/database/schema/loans.ts'
import { namesMissingLoan, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { findSeenLoan } from './read-loans.ts'
import { sql } from 'drizzle-orm'

export async function visitLoan(context: Context<'approved'>, loanId: string) {
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
        set: { previousAt: beforeThisOne, openedAt: sql`greatest(loan_visits.opened_at, now())` },
      })
      .returning({ previousAt: loanVisits.previousAt })
    return { previousAt: visit?.previousAt?.toISOString() ?? null }
  } catch (error) {
    if (namesMissingLoan(error)) throw notFound('The loan')
    throw error
  }
}

/** On a first visit, anything added since the person began to follow the loan is new. */
const followedSince = (principal: Principal, loanId: string) => sql`(
  select min(own.since) from ${followedLoans({ userId: principal.account.id, holderId: holderOf(principal).id })} own
  where own.loan_id = ${loanId}::uuid and own.since < now())`

/** The last activity, if it ended a visit; otherwise the visit continues and the previous value is kept. */
const beforeThisOne = sql`case
  when loan_visits.opened_at < now() - make_interval(mins => ${visitGapMinutes}) then loan_visits.opened_at
  else loan_visits.previous_at end`
