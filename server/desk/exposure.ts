/** The exposure: offered and held amounts over all loans, and the distribution of binding amounts. */
import type { Exposure } from '#contract/desk/exposure.ts'
import {
  slicesByLender,
  slicesByRate,
  slicesBySize,
  slicesByYear,
  type KeyedAmount,
} from '#domain/desk/exposure.ts'
import { subtractMoney, sumMoney, type Money } from '#domain/money.ts'
import type { Queryable } from '#server/database/client.ts'
import { isSeen } from '#server/loans/loans-seen.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { loans } from '#server/database/schema/loans.ts'
import { hasStatus } from '#server/loans/list/conditions.ts'
import { sql, type SQL } from 'drizzle-orm'
import { maturityYear } from './exposed-loans.ts'

/** Excludes the time, which changes even if nothing else does. */
export type Figures = Omit<Exposure, 'asOf'>

export async function readExposure(db: Queryable): Promise<Exposure> {
  const figures = await readFigures(db)
  return { asOf: new Date().toISOString(), ...figures }
}

type KindOfSum = 'propertyType' | 'state' | 'maturity' | 'rate'

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

const maxLenders = sql.raw('10')

/** One statement, so that all figures are from one snapshot. */
export async function readFigures(db: Queryable): Promise<Figures> {
  const sumOf = (column: SQL, status: 'open' | 'funded') =>
    sql`coalesce(sum(${column}) filter (where ${hasStatus(status)}), 0)::numeric(30, 2)`
  const { rows } = await db.execute<{ [Name in keyof Sums]: Sums[Name] }>(sql`
    with lender as (
      select lender_id, sum(amount) as amount from commitments
      where status = 'active' and not is_soft_commit
      group by lender_id having sum(amount) > 0
    ), largest as (
      select * from lender order by amount desc, lender_id limit ${maxLenders}
    ), grouped as (
      select case grouping(property_type, state, maturity, rate)
          when 7 then 'propertyType' when 11 then 'state' when 13 then 'maturity' else 'rate' end as kind,
        coalesce(property_type, state, maturity::text, rate::text) as key,
        sum(committed_amount) as amount
      from (
        select property_type, state, ${maturityYear} as maturity, floor(interest_rate)::int as rate,
          committed_amount
        from loans where ${isSeen('published')}
      ) as loan
      group by grouping sets ((property_type), (state), (maturity), (rate))
      having sum(committed_amount) > 0
    )
    select (count(*) filter (where ${hasStatus('open')}))::int as "offeredLoans",
      ${sumOf(sql`amount`, 'open')} as "offeredAmount",
      ${sumOf(sql`committed_amount`, 'open')} as "bindingAmount",
      (count(*) filter (where ${hasStatus('funded')}))::int as "fundedLoans",
      ${sumOf(sql`amount`, 'funded')} as "fundedAmount",
      ${sumOf(sql`committed_amount`, 'funded')} as "fundedBindingAmount",
      (select coalesce(sum(c.amount), 0)::numeric(30, 2)
        from commitments c join ${loans} on loans.id = c.loan_id and ${hasStatus('open')}
        where c.status = 'active' and c.is_soft_commit) as "softAmount",
      -- As texts: numbers in JSON would be read as floats.
      (select coalesce(json_agg(json_build_object(
          'kind', kind, 'key', key, 'amount', amount::numeric(30, 2)::text)), '[]')
        from grouped) as "groups",
      (select coalesce(json_agg(json_build_object(
          'id', u.id, 'name', ${fullNameOf('u')},
          'companyName', nullif(u.company_name, ''), 'email', u.email,
          'amount', largest.amount::numeric(30, 2)::text)
          order by largest.amount desc, u.id), '[]')
        from largest join users u on u.id = largest.lender_id) as "lenders",
      (select count(*)::int from lender) as "lenderCount"
    from loans where ${isSeen('published')}`)
  const [sums] = rows
  if (!sums) throw new Error('An aggregate gave no row')
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
