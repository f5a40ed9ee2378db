/**
 * What the exposure keeps, so that nobody has to add up all books: binding amounts by state, maturity, rate and
 * lender, and the soft ones of offered loans. Each act adds rows to `exposure_changes` in its own transaction; a
 * job adds them to the sums before they are many. A sum and what is not yet in it are exact at once, for
 * everyone. Those rows come after the ones of `loan_figures`, since counting anew locks both in this order.
 */
import { states } from '#domain/loans/addresses.ts'
import type { Money } from '#domain/money.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { vocabulary } from '#server/database/columns.ts'
import { lettersOfState, loans, yearOfMaturity } from '#server/database/schema/loans.ts'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** In a query of `loans`: the state of the address, as `stateOf` reads it. */
const stateOfLoan = sql`(
  select found.state from (select ${lettersOfState(loans.propertyAddress)} as state) found
  where found.state in (${vocabulary([...states])}))`

/** In a query of `loans`: the year in which the loan matures, as `maturityOf` has it; null until it is funded. */
const maturityYear: SQL<number | null> = sql`
  case when ${loans.status} = 'funded' then ${yearOfMaturity(loans)} end`

/** In a query of `loans`: the columns by which its amounts are added up. */
export const groupOfLoan = sql`
  ${stateOfLoan} as state, ${maturityYear} as maturity, floor(${loans.interestRate})::int as rate`

/** What each loan adds, as a change has it, without lenders. */
const exposedLoans = sql`
  select ${groupOfLoan}, loans.committed_amount as binding_amount,
    case when kept.is_offered then kept.soft_amount else 0 end as soft_amount
  from loans left join loan_availability kept on kept.loan_id = loans.id`

/**
 * The part of a statement that adds binding amounts of lenders. The rows that `from` selects have `lender_id`,
 * `amount`, and the columns of `groupOfLoan`.
 */
export const exposedBinding = (from: SQL): SQL => sql`
  exposed as (
    insert into exposure_changes (lender_id, state, maturity, rate, binding_amount, soft_amount)
    select lender_id, state, maturity, rate, amount, 0 ${from}
  )`

/**
 * The part of a statement that adds by how much soft amounts of `books` changed, whose rows have the `id` of a loan,
 * its `soft_amount` after the change, and the columns of `groupOfLoan`. What is kept of them is still as before.
 */
export const exposedSoft = (books: SQLWrapper): SQL => sql`
  exposed_soft as (
    insert into exposure_changes (state, maturity, rate, binding_amount, soft_amount)
    select state, maturity, rate, 0, book.soft_amount - kept.soft_amount
    from ${books} as book join loan_availability kept on kept.loan_id = book.id
    where kept.is_offered and book.soft_amount <> kept.soft_amount
  )`

/** What a loan adds to the exposure. */
export interface Exposed extends Record<string, unknown> {
  state: string | null
  maturity: number | null
  rate: number
  bindingAmount: Money
  softAmount: Money
}

/** What a loan adds to the exposure now. The caller's transaction holds the loan's row. */
export async function readExposed(tx: Queryable, loanId: string): Promise<Exposed | null> {
  const { rows } = await tx.execute<Exposed>(sql`
    select state, maturity, rate, binding_amount::text as "bindingAmount", soft_amount::text as "softAmount"
    from (${exposedLoans} where loans.id = ${loanId}::uuid) as loan`)
  return rows[0] ?? null
}

/** Counts what a loan adds as it is after a change, instead of as it was before. */
export async function moveExposed(
  tx: Queryable,
  loanId: string,
  { state, maturity, rate, bindingAmount, softAmount }: Exposed,
): Promise<void> {
  await tx.execute(sql`
    insert into exposure_changes (state, maturity, rate, binding_amount, soft_amount)
    select * from (
      select ${state}::text as state, ${maturity}::integer as maturity, ${rate}::integer as rate,
        -(${bindingAmount}::numeric) as binding_amount, -(${softAmount}::numeric) as soft_amount
      union all ${exposedLoans} where loans.id = ${loanId}::uuid
    ) as moved
    where binding_amount <> 0 or soft_amount <> 0`)
}

/** Takes a loan that is about to be deleted away, with its commitments. */
export async function removeExposed(tx: Queryable, loanId: string): Promise<void> {
  await tx.execute(sql`
    with loan as (
      select loans.id, ${groupOfLoan}, 0 as soft_amount from loans where id = ${loanId}::uuid
    ), ${exposedSoft(sql`loan`)}, held as (
      select lender_id, -sum(amount) as amount from commitments
      where loan_id = ${loanId}::uuid and status = 'active' and not is_soft_commit
      group by lender_id
    ), ${exposedBinding(sql`from held, loan`)}
    select`)
}

/** The sums of some changes by kind and key, without those of lenders. */
export const sumsOfChanges = (changes: SQL): SQL => sql`
  select case grouping(state, maturity, rate) when 3 then 'state' when 5 then 'maturity' else 'rate' end as kind,
    coalesce(state, maturity::text, rate::text) as key, sum(binding_amount) as amount
  from ${changes} as change group by grouping sets ((state), (maturity), (rate))
  union all
  select 'soft', null, sum(soft_amount) from ${changes} as change having sum(soft_amount) <> 0`

/**
 * Adds the changes to the sums, if there are more than `most`. Two at once are safe: each takes the changes
 * that it deletes, and changes sums in the order of their keys. Whether a lender became one of those who hold something
 * follows from the sum as it is now and what was added.
 */
export async function foldExposure(db: Database, most = 0): Promise<void> {
  await db.execute(sql`
    with taken as (
      delete from exposure_changes where (select count(*) from exposure_changes) > ${most}::int
      returning lender_id, state, maturity, rate, binding_amount, soft_amount
    ), held as (
      select lender_id, sum(binding_amount) as added from taken
      where lender_id is not null group by lender_id
    ), lender as (
      insert into exposure_of_lenders as kept (lender_id, amount)
      select lender_id, added from held order by lender_id
      on conflict (lender_id) do update set amount = kept.amount + excluded.amount
      returning lender_id, amount
    ), lenders as (
      select count(*) filter (where amount > 0) - count(*) filter (where amount - added > 0) as more
      from lender join held using (lender_id)
    )
    insert into exposure_sums as kept (kind, key, amount)
    select kind, key, amount from (
      ${sumsOfChanges(sql`taken`)}
      union all select 'lenders', null, more from lenders
    ) as added
    where amount <> 0 order by kind, key
    on conflict (kind, key) do update set amount = kept.amount + excluded.amount`)
}

/** All sums, those of lenders too, added up from loans and commitments. */
const counted = sql`
  select kind, key, amount from (${sumsOfChanges(sql`(${exposedLoans})`)}) as loan where amount <> 0
  union all
  select 'lender', lender_id::text, sum(amount) from commitments
  where status = 'active' and not is_soft_commit group by lender_id having sum(amount) <> 0`

/**
 * Counts the sums anew if books were written without this program; it writes nothing if all is right. Otherwise
 * it waits for acts under way, and keeps others waiting until the transaction ends, so that each is counted once.
 */
export async function recountExposure(tx: Pick<Queryable, 'execute'>): Promise<void> {
  // One statement sees all of an act or nothing, so a comparison needs no lock.
  if (!(await isMiscounted(tx))) return
  await tx.execute(sql`lock table exposure_changes in exclusive mode`)
  for (const table of ['exposure_changes', 'exposure_sums', 'exposure_of_lenders'])
    await tx.execute(sql`delete from ${sql.identifier(table)}`)
  await tx.execute(sql`
    with counted as materialized (${counted}), lender as (
      insert into exposure_of_lenders (lender_id, amount)
      select key::uuid, amount from counted where kind = 'lender'
    )
    insert into exposure_sums (kind, key, amount)
    select kind, key, amount from counted where kind <> 'lender'
    union all select 'lenders', null, count(*) from counted where kind = 'lender' and amount > 0`)
}

async function isMiscounted(tx: Pick<Queryable, 'execute'>): Promise<boolean> {
  const { rows } = await tx.execute<{ areWrong: boolean }>(sql`
    with kept as (
      select kind, key, sum(amount) as amount from (
        select kind, key, amount from exposure_sums where kind <> 'lenders'
        union all select 'lender', lender_id::text, amount from exposure_of_lenders
        union all ${sumsOfChanges(sql`exposure_changes`)}
        union all select 'lender', lender_id::text, binding_amount from exposure_changes
        where lender_id is not null
      ) as part group by kind, key having sum(amount) <> 0
    ), counted as (${counted})
    select exists (
      (table kept except table counted) union all (table counted except table kept)
    ) or (select count(*) from exposure_of_lenders where amount > 0)
      <> (select coalesce(sum(amount), 0) from exposure_sums where kind = 'lenders') as "areWrong"`)
  return rows[0]?.areWrong === true
}
