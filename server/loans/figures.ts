/**
 * What is kept of loans, so that nobody has to read them all: how many published ones there are of each
 * status and type and what they add up to, and the order of what is available of each. It is written in the transaction that
 * changes a loan or its book. The figures are the sums of rows that changes add: one row for each status
 * would have every two changes of loans wait for each other.
 */
import { statusFilters, type LoanStatus } from '#domain/loans/statuses.ts'
import type { Money } from '#domain/money.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { vocabulary } from '#server/database/columns.ts'
import { isSeen } from '#server/database/loans-seen.ts'
import { isOneOf } from '#server/database/named-statements.ts'
import { loans } from '#server/database/schema/loans.ts'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { exposedSoft, recountExposure } from './kept-exposure.ts'

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

/** Lists loans that were just made by what is available of them. */
export async function listByAvailability(
  tx: Queryable,
  ...loanIds: readonly string[]
): Promise<void> {
  await tx.execute(sql`
    insert into loan_availability
      (loan_id, available, created_at, binding_amount, uncommitted, is_offered, published_at)
    select id, 100 - committed_percentage, created_at, committed_amount, amount - committed_amount,
      ${isOffered},
      case when not is_draft then created_at end
    from loans where ${isOneOf(sql`id`, { type: 'uuid', of: loanIds })}`)
}

/** In a query of `loans` and no other table with these columns: whether the loan accepts commitments. */
const isOffered = sql`(not is_draft and status in (${vocabulary(statusFilters.open)}))`

/** Keeps whether a loan is offered, since when, and how much of it, after it was changed or published. */
export async function keepOffered(tx: Queryable, loanId: string): Promise<void> {
  await tx.execute(sql`
    update loan_availability kept set is_offered = ${isOffered},
      uncommitted = amount - committed_amount,
      published_at = case when not is_draft then coalesce(published_at, now()) end
    from loans where loans.id = ${loanId}::uuid and kept.loan_id = loans.id`)
}

/** Keeps what a loan's soft commitments add up to, after their amounts followed its terms. */
export async function keepSoftAmount(tx: Queryable, loanId: string): Promise<void> {
  await tx.execute(sql`
    update loan_availability set soft_amount = (${softAmountOf(sql`${loanId}::uuid`)})
    where loan_id = ${loanId}::uuid`)
}

/** What the active soft commitments of a loan add up to. */
export const softAmountOf = (loanId: SQL): SQL => sql`
  select coalesce(sum(c.amount), 0) from commitments c
  where c.loan_id = ${loanId} and c.status = 'active' and c.is_soft_commit`

/**
 * The parts of a statement that follow from a changed book, by the names of what it keeps. `books` has a row
 * for each loan: `id`, `status`, `property_type` and `committed_percentage` after the change, and `added`,
 * by how much its committed amount has risen; if soft shares may have changed, `soft_percentage`,
 * `soft_amount` and the columns of `groupOfLoan` too.
 */
export const keptOfBooks = (books: SQLWrapper, { withSoft = false } = {}): SQL => sql`
  figured as (
    insert into loan_figures (status, property_type, loans, amount, committed_amount)
    select status, property_type, 0, 0, added from ${books} where added <> 0
  ), availability as (
    update loan_availability set available = 100 - book.committed_percentage,
      binding_amount = binding_amount + book.added, uncommitted = uncommitted - book.added,
      moved_at = clock_timestamp()
      ${withSoft ? sql`, soft_percentage = book.soft_percentage, soft_amount = book.soft_amount` : sql``}
    from ${books} as book where loan_id = book.id
  ) ${withSoft ? sql`, ${exposedSoft(books)}` : sql``}`

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
 * Counts and lists all loans anew, and what the exposure keeps of them, for those that were written without this
 * program.
 */
export async function recountLoans(tx: Pick<Queryable, 'execute'>): Promise<void> {
  await recountFigures(tx)
  await recountExposure(tx)
}

/**
 * Counts and lists loans anew. Writes nothing if all is
 * right: a start would otherwise wait for a standby that is gone. Otherwise it waits for changes of loans
 * and books under way, and keeps others waiting until the transaction ends, so that each is counted once.
 */
async function recountFigures(tx: Pick<Queryable, 'execute'>): Promise<void> {
  // One statement sees all of a change or nothing, so a comparison needs no lock.
  if (!(await isMiscounted(tx))) return
  // A version that doesn't keep it leaves only this wrong, which needs no lock and no counting.
  await tx.execute(sql`
    update loan_availability kept set binding_amount = loans.committed_amount from loans
    where loans.id = kept.loan_id and kept.binding_amount <> loans.committed_amount`)
  if (!(await isMiscounted(tx))) return
  await tx.execute(sql`lock table loan_figures in exclusive mode`)
  await tx.execute(sql`delete from loan_figures`)
  await tx.execute(sql`
    insert into loan_figures (status, property_type, loans, amount, committed_amount)
    select status, property_type, count(*), sum(amount), sum(committed_amount)
    ${fromPublished}`)
  await tx.execute(sql`
    insert into loan_availability (loan_id, available, created_at, soft_percentage, binding_amount,
      uncommitted, is_offered, published_at, soft_amount, moved_at)
    select id, ${keptOfLoan}, case when not is_draft then loans.created_at end,
      coalesce(book.soft, 0), book.moved
    from loans left join (
      select loan_id, max(greatest(created_at, ended_at)) as moved,
        sum(amount) filter (where status = 'active' and is_soft_commit) as soft
      from commitments group by loan_id
    ) book on book.loan_id = loans.id
    on conflict (loan_id) do update
    set available = excluded.available, created_at = excluded.created_at,
      soft_percentage = excluded.soft_percentage, soft_amount = excluded.soft_amount,
      binding_amount = excluded.binding_amount, uncommitted = excluded.uncommitted,
      is_offered = excluded.is_offered,
      published_at = case when excluded.published_at is not null
        then coalesce(loan_availability.published_at, excluded.published_at) end
    where (${keptColumns('loan_availability')}, loan_availability.soft_amount,
        loan_availability.published_at is null)
      is distinct from (${keptColumns('excluded')}, excluded.soft_amount, excluded.published_at is null)`)
}

/** What is kept of a loan, in a query of `loans`. */
const keptOfLoan = sql`
  100 - committed_percentage, loans.created_at, soft_percentage, committed_amount,
  amount - committed_amount, ${isOffered}`
const keptColumns = (table: string) => {
  const name = sql.identifier(table)
  return sql`${name}.available, ${name}.created_at, ${name}.soft_percentage,
    ${name}.binding_amount, ${name}.uncommitted, ${name}.is_offered`
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
      select from (select id, ${keptOfLoan}, is_draft from loans)
        as counted (id, available, created_at, soft_percentage, binding_amount, uncommitted, is_offered, is_draft)
      left join loan_availability kept on kept.loan_id = counted.id
      where (${keptColumns('kept')}, kept.published_at is null)
        is distinct from (${keptColumns('counted')}, counted.is_draft)
    ) as "areWrong"`)
  return rows[0]?.areWrong === true
}

const fromPublished = sql`from ${loans} where ${isSeen('published')} group by status, property_type`
