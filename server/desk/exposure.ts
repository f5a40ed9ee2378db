/** What is offered and held on all loans together, and how binding amounts are spread. */
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
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { sumsOfChanges } from '#server/loans/kept-exposure.ts'
import { sql } from 'drizzle-orm'

/** Without its time, which differs when nothing else does. */
export type Figures = Omit<Exposure, 'asOf'>

/** The exposure as of now. */
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

const mostLenders = 10

/** One statement, so that all figures come from one snapshot: what was added up, and the changes since. */
export async function readFigures(db: Queryable): Promise<Figures> {
  const { rows } = await db.execute<{ [Name in keyof Sums]: Sums[Name] }>(sql`
    with change as materialized (select * from exposure_changes), added as materialized (
      ${sumsOfChanges(sql`change`)}
    ), grouped as (
      select kind, key, sum(amount) as amount from (
        select kind, key, amount from exposure_sums
        union all select kind, key, amount from added
        union all select 'propertyType', property_type, committed_amount from loan_figures
      ) as part
      where kind not in ('soft', 'lenders') group by kind, key having sum(amount) > 0
    ), moved as materialized (
      select lender_id, coalesce(kept.amount, 0) as before, coalesce(kept.amount, 0) + held.added as amount
      from (
        select lender_id, sum(binding_amount) as added from change
        where lender_id is not null group by lender_id
      ) as held left join exposure_of_lenders kept using (lender_id)
    ), largest as (
      select * from (
        (select lender_id, amount from exposure_of_lenders kept
          where amount > 0 and lender_id not in (select lender_id from moved)
          order by amount desc, lender_id limit ${sql.raw(String(mostLenders))})
        union all select lender_id, amount from moved where amount > 0
      ) as lender order by amount desc, lender_id limit ${sql.raw(String(mostLenders))}
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
      (select coalesce(sum(amount), 0)::numeric(30, 2) from (
        select amount from exposure_sums where kind = 'soft'
        union all select amount from added where kind = 'soft') as soft) as "softAmount",
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
      ((select coalesce(sum(amount), 0) from exposure_sums where kind = 'lenders')
        + (select count(*) filter (where amount > 0) - count(*) filter (where before > 0) from moved)
      )::int as "lenderCount"
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
