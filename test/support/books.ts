/** Compares each loan's stored totals with the sums of the loan's commitments. */
import type { Desk } from './desk.ts'

export interface Discrepancy {
  loan: string
  figure: string
}

export const discrepancies = (desk: Pick<Desk, 'rows'>) => desk.rows<Discrepancy>(query)

export const describeDiscrepancies = async (desk: Pick<Desk, 'rows'>): Promise<string[]> =>
  (await discrepancies(desk)).map(
    ({ loan, figure }) => `loan ${loan}: ${figure} doesn't match its commitments`,
  )

const query = `
  with sums as (
    select loans.id, loans.amount, loans.committed_percentage, loans.soft_percentage,
      loans.committed_amount, loans.hold_percentage,
      coalesce(sum(percentage) filter (where binding), 0) as binding_percentage,
      coalesce(sum(percentage) filter (where soft), 0) as soft_sum,
      coalesce(sum(c.amount) filter (where binding), 0) as binding_amount,
      coalesce(sum(percentage) filter (where binding and is_hold), 0) as hold_sum
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
    ('hold', hold_percentage <> hold_sum),
    ('beyond 100 %', binding_percentage > 100),
    ('cents of a whole loan', binding_percentage = 100 and binding_amount <> amount)
  ) as checks(figure, is_wrong)
  where is_wrong`
