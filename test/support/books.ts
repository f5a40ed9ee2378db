/** Whether the stored figures of every loan equal the sums of its positions, and those of all loans the sums of theirs. */
import { states } from '#domain/loans/addresses.ts'
import { transactOnce } from '#server/database/client.ts'
import { recountLoans } from '#server/loans/figures.ts'
import type { Desk } from './desk.ts'

export interface Discrepancy {
  /** Null for a figure of all loans. */
  loan: string | null
  figure: string
}

/** The figures that don't add up, over all loans; none if the books are right. */
export const discrepancies = (desk: Pick<Desk, 'rows'>) => desk.rows<Discrepancy>(query)

/** The same as sentences. */
export const describeDiscrepancies = async (desk: Pick<Desk, 'rows'>): Promise<string[]> =>
  (await discrepancies(desk)).map(
    ({ loan, figure }) =>
      `${loan === null ? 'all loans' : `loan ${loan}`}: ${figure} doesn't match its commitments`,
  )

/** Writes loans without the program, and has it count them anew, as its next start does. */
export async function writeLoans(
  desk: Pick<Desk, 'db' | 'rows'>,
  sql: string,
  values: unknown[],
): Promise<void> {
  await desk.rows(sql, values)
  await transactOnce(desk.db, (tx) => recountLoans(tx))
}

const stateList = [...states].map((state) => `'${state}'`).join(', ')

/** By kind and key, the sums of the exposure as its changes and sums have them, less those of the books. */
const exposure = `
  select kind, key, sum(amount) as amount from (
    select kind, key, amount from exposure_sums where kind <> 'lenders'
    union all select 'lender', lender_id::text, amount from exposure_of_lenders
    union all select 'lenders', 'all', amount from exposure_sums where kind = 'lenders'
    union all select 'lenders', 'all', -count(*) from exposure_of_lenders where amount > 0
    union all
    select each.* from exposure_changes, lateral (values ('state', state, binding_amount),
      ('maturity', maturity::text, binding_amount), ('rate', rate::text, binding_amount), ('soft', null, soft_amount),
      (case when lender_id is not null then 'lender' end, lender_id::text, binding_amount)
    ) as each (kind, key, amount)
    union all
    select each.* from loans, lateral (values
      ('state', case when state_of_address(property_address) in (${stateList})
        then state_of_address(property_address) end),
      ('maturity', case when status = 'funded'
        then date_part('year', funded_on + make_interval(months => term))::text end),
      ('rate', floor(interest_rate)::int::text)
    ) as by_kind (kind, key), lateral (values (by_kind.kind, by_kind.key, -committed_amount)) as each
    union all
    select case when is_soft_commit then 'soft' else 'lender' end,
      case when not is_soft_commit then lender_id::text end, -commitments.amount
    from commitments join loans on loans.id = loan_id
    where commitments.status = 'active' and not (is_soft_commit and loans.status = 'funded')
  ) as part where kind is not null group by kind, key having sum(amount) <> 0`

const query = `
  with sums as (
    select loans.id, loans.amount, loans.committed_percentage, loans.soft_percentage,
      loans.committed_amount,
      coalesce(sum(percentage) filter (where binding), 0) as binding_percentage,
      coalesce(sum(percentage) filter (where soft), 0) as soft_sum,
      coalesce(sum(c.amount) filter (where binding), 0) as binding_amount
    from loans left join (
      select *, status = 'active' and not is_soft_commit as binding,
        status = 'active' and is_soft_commit as soft
      from commitments
    ) c on c.loan_id = loans.id
    group by loans.id
  )
  select id as loan, figure from sums, lateral (values
    ('committed percentage', committed_percentage <> binding_percentage),
    ('soft percentage', soft_percentage <> soft_sum),
    ('committed amount', committed_amount <> binding_amount),
    ('beyond 100 %', binding_percentage > 100),
    ('cents of a whole loan', binding_percentage = 100 and binding_amount <> amount)
  ) as checks(figure, is_wrong)
  where is_wrong
  union all
  select loans.id, 'listed availability' from loans left join loan_availability on loan_id = loans.id
  where available is distinct from 100 - committed_percentage
    or loan_availability.created_at is distinct from loans.created_at
  union all
  select loans.id, 'kept of the book' from loans join loan_availability kept on loan_id = loans.id
  where kept.soft_percentage <> loans.soft_percentage
    or kept.binding_amount <> loans.committed_amount
    or kept.uncommitted <> loans.amount - loans.committed_amount
    or kept.is_offered <> (not is_draft and status <> 'funded')
    or (kept.published_at is null) <> is_draft
    or kept.soft_amount <> (select coalesce(sum(c.amount), 0) from commitments c
      where c.loan_id = loans.id and c.status = 'active' and c.is_soft_commit)
  union all
  select null, concat_ws(' ', 'figures of', status, property_type) from (
    select status, property_type, count(*) as loans, sum(amount) as amount,
      sum(committed_amount) as committed
    from loans where not is_draft group by status, property_type
    union all
    select status, property_type, -sum(loans), -sum(amount), -sum(committed_amount)
    from loan_figures group by status, property_type
  ) kept group by status, property_type
  having sum(loans) <> 0 or sum(amount) <> 0 or sum(committed) <> 0
  union all
  select null, concat_ws(' ', 'exposure of', kind, coalesce(key, 'none'), amount) from (${exposure}) as moved`
