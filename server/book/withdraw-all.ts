/** Withdraws all soft commitments of a person at once, when the account ends. */
import { statusFilters } from '#domain/loans/statuses.ts'
import { auditInsertEach, type Actor } from '#server/audit/record.ts'
import { recordChanges } from '#server/changes/record.ts'
import type { Transaction } from '#server/database/client.ts'
import { isOneOf } from '#server/database/named-statements.ts'
import { commitments } from '#server/database/schema/book.ts'
import { loans } from '#server/database/schema/loans.ts'
import { keptOfBooks } from '#server/loans/figures.ts'
import { groupOfLoan } from '#server/loans/kept-exposure.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { withdrawalEntries } from './audit-entries.ts'
import type { Party } from './notices.ts'

/** Locks the loans with soft commitments of this person, if the loan's book can still change. */
export async function lockLoansOfSoft(tx: Transaction, lenderId: string): Promise<string[]> {
  const isSoft = and(
    eq(commitments.lenderId, lenderId),
    eq(commitments.status, 'active'),
    eq(commitments.isSoftCommit, true),
  )
  const on = tx.select({ id: commitments.loanId }).from(commitments).where(isSoft)
  const locked = await tx
    .select({ id: loans.id })
    .from(loans)
    .where(and(inArray(loans.id, on), inArray(loans.status, [...statusFilters.open])))
    .orderBy(asc(loans.id))
    .for('no key update')
  return locked.map((row) => row.id)
}

/**
 * Withdraws the soft commitments of a person who is no longer a lender, and subtracts them from
 * their loans' figures. The loans are locked; each withdrawal is audited, and names who did it instead of whose
 * word was acted on before. Returns the ids of their receipts.
 */
export async function withdrawAllSoft(
  tx: Transaction,
  lender: Party,
  by: { id: string; actor: Actor },
  loanIds: readonly string[],
): Promise<string[]> {
  if (loanIds.length === 0) return []
  const source = sql`from withdrawn join loans on loans.id = withdrawn.loan_id`
  const { rows } = await tx.execute<{ id: string }>(sql`
    with withdrawn as (
      update commitments set status = 'withdrawn', ended_at = now(),
        acted_by = ${by.id}::uuid, instructed_by = null, instructed_on = null
      where lender_id = ${lender.id} and status = 'active' and is_soft_commit
        and ${isOneOf(sql`loan_id`, { type: 'uuid', of: loanIds })}
      returning id, loan_id, percentage, amount, loan_amount, interest_rate, term
    ), part as (
      select loan_id, sum(percentage) as percentage, sum(amount) as amount
      from withdrawn group by loan_id
    ), settled as (
      update loans set soft_percentage = loans.soft_percentage - part.percentage
      from part left join loan_availability kept on kept.loan_id = part.loan_id
      where loans.id = part.loan_id
      returning loans.id, loans.status, loans.property_type, loans.committed_percentage,
        loans.soft_percentage, kept.soft_amount - part.amount as soft_amount, 0 as added,
        ${groupOfLoan}
    ), ${keptOfBooks(sql`settled`, { withSoft: true })},
    ${auditInsertEach('entries', by.actor, withdrawalEntries(lender), source)}
    select id from entries`)
  await recordChanges(tx, ...loanIds.map((subject) => ({ topic: 'book' as const, subject })))
  return rows.map(({ id }) => id)
}
