/** Soft shares: what a lender holds of them on a loan, and how they follow the loan's terms. */
import { amountChanges } from '#domain/book/sums.ts'
import { shareAmount, zeroPercent, type Money, type Percent } from '#domain/money.ts'
import type { Queryable } from '#server/database/client.ts'
import { hiddenList } from '#server/database/named-statements.ts'
import { commitments } from '#server/database/schema/book.ts'
import { keepSoftAmount } from '#server/loans/figures.ts'
import { and, eq, sql } from 'drizzle-orm'

/** How much soft interest a lender has in a loan. */
export async function findSoftHeld(
  db: Queryable,
  loanId: string,
  lenderId: string,
): Promise<Percent> {
  const found = await db.execute<{ held: Percent }>(sql`
    select coalesce(sum(percentage), 0.00) as held from commitments
    where loan_id = ${loanId}::uuid and lender_id = ${lenderId}::uuid
      and status = 'active' and is_soft_commit`)
  return found.rows[0]?.held ?? zeroPercent
}

/** A loan's amount, rate and term. */
export interface LoanTerms {
  amount: Money
  interestRate: Percent
  /** Months. */
  term: number
}

/**
 * Soft commitments follow a loan's terms: their amounts and the terms they stand on become these.
 * Gives their holders, and the amounts that changed. The caller's transaction holds the loan's row.
 */
export async function moveSoftTo(tx: Queryable, loanId: string, terms: LoanTerms) {
  const soft = await tx
    .select({
      id: commitments.id,
      lenderId: commitments.lenderId,
      percentage: commitments.percentage,
      amount: commitments.amount,
    })
    .from(commitments)
    .where(
      and(
        eq(commitments.loanId, loanId),
        eq(commitments.status, 'active'),
        eq(commitments.isSoftCommit, true),
      ),
    )
  const ids = soft.map((row) => row.id)
  const amounts = soft.map((row) => shareAmount(terms.amount, row.percentage))
  await tx.execute(sql`
    update commitments set amount = moved.amount, loan_amount = ${terms.amount}::numeric,
      interest_rate = ${terms.interestRate}::numeric, term = ${terms.term}::integer
    from unnest(${hiddenList('uuid', ids)}, ${hiddenList('numeric', amounts)}) as moved(id, amount)
    where commitments.id = moved.id`)
  await keepSoftAmount(tx, loanId)
  const holders = [...new Set(soft.map((row) => row.lenderId))]
  return { holders, changes: amountChanges(soft, amounts) }
}
