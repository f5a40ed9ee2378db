/**
 * How many loans there are in each status, and what they add up to, kept up to date in the transaction
 * that changes a loan. The figures are the sums of rows that changes add: one row for each status would
 * have every two changes of loans wait for each other.
 */
import type { LoanStatus } from '#domain/loans/statuses.ts'
import type { Money } from '#domain/money.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { sql } from 'drizzle-orm'

interface Counted {
  status: LoanStatus
  amount: Money
}

/** Counts a loan as it is after a change instead of as it was before; null is no loan. */
export async function countLoan(
  tx: Queryable,
  before: Counted | null,
  after: Counted | null,
): Promise<void> {
  if (before?.status === after?.status && before?.amount === after?.amount) return
  const rows = [
    ...(before ? [sql`(${before.status}::text, -1, -${before.amount}::numeric)`] : []),
    ...(after ? [sql`(${after.status}::text, 1, ${after.amount}::numeric)`] : []),
  ]
  await tx.execute(
    sql`insert into loan_figures (status, loans, amount) values ${sql.join(rows, sql`, `)}`,
  )
}

/** Adds the rows of each status up to one. Two at once are safe: each takes the rows that it deletes. */
export async function foldLoanFigures(db: Database): Promise<void> {
  await db.execute(sql`
    with taken as (delete from loan_figures returning status, loans, amount)
    insert into loan_figures (status, loans, amount)
    select status, sum(loans), sum(amount) from taken group by status`)
}

/**
 * Counts all loans anew, for those that were written without this program. Waits for changes of loans
 * under way and keeps others waiting until the transaction ends, so that each is counted once. Writes
 * nothing if the figures are right: a start would otherwise wait for a standby that is gone.
 */
export async function recountLoans(tx: Queryable): Promise<void> {
  await tx.execute(sql`lock table loan_figures in exclusive mode`)
  const { rows } = await tx.execute<{ areWrong: boolean }>(sql`
    with kept as (
      select status, sum(loans)::bigint as loans, sum(amount) as amount
      from loan_figures group by status having sum(loans) <> 0 or sum(amount) <> 0
    ), counted as (select status, count(*) as loans, sum(amount) as amount from loans group by status)
    select exists (
      (table kept except table counted) union all (table counted except table kept)
    ) as "areWrong"`)
  if (!rows[0]?.areWrong) return
  await tx.execute(sql`delete from loan_figures`)
  await tx.execute(sql`
    insert into loan_figures (status, loans, amount)
    select status, count(*), sum(amount) from loans group by status`)
}
