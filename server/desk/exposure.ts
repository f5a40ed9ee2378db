/** What is offered and held on all loans together, and how binding amounts are spread. */
import type { Exposure } from '#contract/desk/exposure.ts'
import {
  slicesByLender,
  slicesByRate,
  slicesBySize,
  slicesByYear,
  type KeyedAmount,
} from '#domain/desk/exposure.ts'
import { states } from '#domain/loans/addresses.ts'
import { subtractMoney, sumMoney, type Money } from '#domain/money.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { vocabulary } from '#server/database/columns.ts'
import { isSeen } from '#server/database/loans-seen.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { lettersOfState, loans } from '#server/database/schema/loans.ts'
import { sql, type SQL } from 'drizzle-orm'

/** Without its time, which differs when nothing else does. */
export type Figures = Omit<Exposure, 'asOf'>

/** The last figures of each database, and the snapshot before which they were read. */
const lastRead = new WeakMap<Database, { snapshot: string; figures: Promise<Figures> }>()

/**
 * The exposure as of now. All books add up to it, which takes long where there are many: as long as no
 * transaction has begun to write or ended since, the figures of the last time are those of now.
 */
export async function readExposure(db: Database): Promise<Exposure> {
  const { rows } = await db.execute<{ snapshot: string }>(
    sql`select pg_current_snapshot()::text as snapshot`,
  )
  const snapshot = rows[0]?.snapshot ?? ''
  const last = lastRead.get(db)
  const isCurrent = last !== undefined && last.snapshot === snapshot
  const figures = isCurrent ? last.figures : sumBooks(db)
  if (!isCurrent) {
    lastRead.set(db, { snapshot, figures })
    // A failure is for those who wait for it; the next one asks again.
    figures.catch(() => lastRead.delete(db))
  }
  return { asOf: new Date().toISOString(), ...(await figures) }
}

/** By what amounts are added up, in the order of the columns of `grouped`. */
const kinds = ['propertyType', 'state', 'maturity', 'rate'] as const
type KindOfSum = (typeof kinds)[number]

interface Sums {
  offeredLoans: number
  offeredAmount: Money
  bindingAmount: Money
  softAmount: Money
  fundedLoans: number
  fundedAmount: Money
  fundedBindingAmount: Money
  groups: (KeyedAmount & { kind: KindOfSum })[]
  lenders: Parameters<typeof slicesByLender>[0]
  lenderCount: number
}

const mostLenders = 10

/** In a query of `loans`: the state of the address, as `stateOf` reads it. */
export const stateOfLoan = sql`(
  select found.state from (select ${lettersOfState(loans.propertyAddress)} as state) found
  where found.state in (${vocabulary([...states])}))`

/** In a query of `loans`: the year in which the loan matures, as `maturityOf` has it; null until it is funded. */
export const maturityYear: SQL<number | null> = sql`
  case when loans.status = 'funded'
    then extract(year from loans.funded_on + make_interval(months => loans.term))::int end`

/** One statement, so that all figures come from one snapshot. */
export async function sumBooks(db: Queryable): Promise<Figures> {
  const { rows } = await db.execute<{ [Name in keyof Sums]: Sums[Name] }>(sql`
    with bound as (
      select property_type as type, ${stateOfLoan} as state, ${maturityYear} as maturity,
        floor(interest_rate)::int as rate, committed_amount as amount
      from loans where committed_amount > 0 and ${isSeen('published')}
    ), grouped as (
      select grouping(type, state, maturity, rate) as missing, type, state, maturity::text as maturity,
        rate::text as rate, sum(amount) as amount
      from bound group by grouping sets ((type), (state), (maturity), (rate))
    ), lender as (
      select lender_id, sum(amount) as amount from commitments
      where status = 'active' and not is_soft_commit group by lender_id
    ), largest as (
      select * from lender order by amount desc, lender_id limit ${sql.raw(String(mostLenders))}
    ), kept as (
      select coalesce(sum(loans) filter (where status <> 'funded'), 0)::int as "offeredLoans",
        coalesce(sum(amount) filter (where status <> 'funded'), 0)::numeric(30, 2) as "offeredAmount",
        coalesce(sum(committed_amount) filter (where status <> 'funded'), 0)::numeric(30, 2) as "bindingAmount",
        coalesce(sum(loans) filter (where status = 'funded'), 0)::int as "fundedLoans",
        coalesce(sum(amount) filter (where status = 'funded'), 0)::numeric(30, 2) as "fundedAmount",
        coalesce(sum(committed_amount) filter (where status = 'funded'), 0)::numeric(30, 2)
          as "fundedBindingAmount"
      from loan_figures
    )
    select kept.*,
      (select coalesce(sum(soft_amount), 0)::numeric(30, 2) from loan_availability where is_offered)
        as "softAmount",
      -- As texts: numbers in JSON would be read as floats.
      (select coalesce(json_agg(json_build_object(
          'kind', case missing when 7 then 'propertyType' when 11 then 'state' when 13 then 'maturity'
            else 'rate' end,
          'key', coalesce(type, state, maturity, rate),
          'amount', amount::numeric(30, 2)::text)), '[]') from grouped) as "groups",
      (select coalesce(json_agg(json_build_object(
          'id', u.id, 'name', ${fullNameOf('u')},
          'companyName', nullif(u.company_name, ''), 'email', u.email,
          'amount', largest.amount::numeric(30, 2)::text)
          order by largest.amount desc, u.id), '[]')
        from largest join users u on u.id = largest.lender_id) as "lenders",
      (select count(*)::int from lender) as "lenderCount"
    from kept`)
  const [sums] = rows
  if (!sums) throw new Error('A sum without groups gave no row')
  return toFigures(sums)
}

function toFigures({ groups, lenders, lenderCount, ...sums }: Sums): Figures {
  const all = sumMoney([sums.bindingAmount, sums.fundedBindingAmount])
  const of = (kind: KindOfSum) => groups.filter((group) => group.kind === kind)
  return {
    ...sums,
    uncommittedAmount: subtractMoney(sums.offeredAmount, sums.bindingAmount),
    concentratedAmount: all,
    byLender: slicesByLender(lenders, lenderCount, all),
    byPropertyType: slicesBySize(of('propertyType'), 'Not specified'),
    byState: slicesBySize(of('state'), 'Other'),
    byMaturity: slicesByYear(of('maturity')),
    byRate: slicesByRate(of('rate')),
  }
}
