/** Whether the stored figures of every loan equal the sums of its positions. */
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

/** Writes loans without the program, and has it count them anew, as its next start does. */
export async function writeLoans(
  desk: Pick<Desk, 'db' | 'rows'>,
  sql: string,
  values: unknown[],
): Promise<void> {
  await desk.rows(sql, values)
  await transactOnce(desk.db, (tx) => recountLoans(tx))
}

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
  having sum(loans) <> 0 or sum(amount) <> 0 or sum(committed) <> 0`
