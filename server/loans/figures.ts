/**
 * What is kept of loans, so that nobody has to read them all: how many published ones there are of each
 * status and type and what they add up to, and the order of what is available of each. It is written in the transaction that
 * changes a loan or its book. The figures are the sums of rows that changes add: one row for each status
 * would have every two changes of loans wait for each other.
 */
import type { LoanStatus } from '#domain/loans/statuses.ts'
import type { Money } from '#domain/money.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { isSeen } from '#server/database/loans-seen.ts'
import { loans } from '#server/database/schema/loans.ts'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** What of a loan is counted. */
interface Counted {
  status: LoanStatus
  propertyType?: string | null | undefined
  amount: Money
  committedAmount: Money
}

const isCountedAlike = (before: Counted | null, after: Counted | null) =>
  before?.status === after?.status &&
  before?.propertyType === after?.propertyType &&
  before?.amount === after?.amount &&
  before?.committedAmount === after?.committedAmount

/** Counts a loan as it is after a change instead of as it was before; null is no loan, or a draft. */
export async function countLoan(
  tx: Queryable,
  before: Counted | null,
  after: Counted | null,
): Promise<void> {
  if (isCountedAlike(before, after)) return
  const row = (loan: Counted, sign: SQL) => {
    const { status, propertyType, amount, committedAmount } = loan
    return sql`(${status}::text, ${propertyType ?? null}::text, ${sign}1,
      ${sign}${amount}::numeric, ${sign}${committedAmount}::numeric)`
  }
  const rows = [
    ...(before ? [row(before, sql.raw('-'))] : []),
    ...(after ? [row(after, sql.raw('+'))] : []),
  ]
  await tx.execute(sql`
    insert into loan_figures (status, property_type, loans, amount, committed_amount)
    values ${sql.join(rows, sql`, `)}`)
}

/** Lists a loan that was just made by what is available of it. */
export async function listByAvailability(tx: Queryable, loanId: string): Promise<void> {
  await tx.execute(sql`
    insert into loan_availability (loan_id, available, created_at)
    select id, 100 - committed_percentage, created_at from loans where id = ${loanId}::uuid`)
}

/**
 * The parts of a statement that follow from a changed book, by the names of what it keeps. `books` has a row
 * for each loan: `id`, `status`, `property_type` and `committed_percentage` after the change, and `added`,
 * by how much its committed amount has risen.
 */
export const keptOfBooks = (books: SQLWrapper): SQL => sql`
  figured as (
    insert into loan_figures (status, property_type, loans, amount, committed_amount)
    select status, property_type, 0, 0, added from ${books} where added <> 0
  ), availability as (
    update loan_availability set available = 100 - book.committed_percentage
    from ${books} as book where loan_id = book.id
  )`

/**
 * Adds the rows of each status and type up to one, if there are more than `most`. Two at once are safe: each
 * takes the rows that it deletes.
 */
export async function foldLoanFigures(db: Database, most = 0): Promise<void> {
  await db.execute(sql`
    with taken as (
      delete from loan_figures where (select count(*) from loan_figures) > ${most}::int
      returning status, property_type, loans, amount, committed_amount
    )
    insert into loan_figures (status, property_type, loans, amount, committed_amount)
    select status, property_type, sum(loans), sum(amount), sum(committed_amount)
    from taken group by status, property_type`)
}

/**
 * Counts and lists all loans anew, for those that were written without this program. Writes nothing if all is
 * right: a start would otherwise wait for a standby that is gone. Otherwise it waits for changes of loans
 * and books under way, and keeps others waiting until the transaction ends, so that each is counted once.
 */
export async function recountLoans(tx: Pick<Queryable, 'execute'>): Promise<void> {
  // One statement sees all of a change or nothing, so a comparison needs no lock.
  if (!(await isMiscounted(tx))) return
  await tx.execute(sql`lock table loan_figures in exclusive mode`)
  await tx.execute(sql`delete from loan_figures`)
  await tx.execute(sql`
    insert into loan_figures (status, property_type, loans, amount, committed_amount)
    select status, property_type, count(*), sum(amount), sum(committed_amount)
    ${fromPublished}`)
  await tx.execute(sql`
    insert into loan_availability (loan_id, available, created_at)
    select id, 100 - committed_percentage, created_at from loans
    on conflict (loan_id) do update
    set available = excluded.available, created_at = excluded.created_at
    where (loan_availability.available, loan_availability.created_at)
      is distinct from (excluded.available, excluded.created_at)`)
}

async function isMiscounted(tx: Pick<Queryable, 'execute'>): Promise<boolean> {
  const { rows } = await tx.execute<{ areWrong: boolean }>(sql`
    with kept as (
      select status, property_type, sum(loans)::bigint as loans, sum(amount) as amount,
        sum(committed_amount) as committed_amount
      from loan_figures group by status, property_type
      having sum(loans) <> 0 or sum(amount) <> 0 or sum(committed_amount) <> 0
    ), counted as (
      select status, property_type, count(*) as loans, sum(amount) as amount,
        sum(committed_amount) as committed_amount
      ${fromPublished}
    )
    select exists (
      (table kept except table counted) union all (table counted except table kept)
    ) or exists (
      select from loans left join loan_availability kept on kept.loan_id = loans.id
      where (kept.available, kept.created_at)
        is distinct from (100 - loans.committed_percentage, loans.created_at)
    ) as "areWrong"`)
  return rows[0]?.areWrong === true
}

const fromPublished = sql`from ${loans} where ${isSeen('published')} group by status, property_type`
