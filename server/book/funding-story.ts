/** The committed share of a loan by day. Totals only, since every lender may read them. */
import type { FundingDay } from '#contract/book/shapes.ts'
import type { Database } from '#server/database/client.ts'
import { sql } from 'drizzle-orm'

/**
 * A commitment's row holds its current share; earlier shares are only in the audit trail. Each change subtracts the
 * old share and adds the new one, so the last day's totals match the rows.
 */
export async function readFundingStory(db: Database, loanId: string): Promise<FundingDay[]> {
  const { rows } = await db.execute<FundingDay & Record<string, unknown>>(sql`
    with held as (
      select id, percentage, is_soft_commit as soft, created_at, ended_at
      from commitments where loan_id = ${loanId}::uuid
    ), change as (
      select a.id, a.object_id, a.at, share.was, share.now, share.was_soft, share.now_soft
      from audit a, lateral (select
        (a.before ->> 'percentage')::numeric as was, a.before ->> 'kind' = 'soft' as was_soft,
        (a.after ->> 'percentage')::numeric as now, a.after ->> 'kind' = 'soft' as now_soft) share
      where a.loan_id = ${loanId}::uuid and a.kind in ('commitmentChanged', 'commitmentMadeBinding')
        and a.object_id in (select id from held)
    ), first_change as (
      select distinct on (object_id) object_id, was, was_soft from change order by object_id, at, id
    ), step (at, share, soft) as (
      select h.created_at, coalesce(f.was, h.percentage), coalesce(f.was_soft, h.soft)
      from held h left join first_change f on f.object_id = h.id
      union all select at, -was, was_soft from change
      union all select at, now, now_soft from change
      union all select ended_at, -percentage, soft from held where ended_at is not null
    ), day as (
      select (at at time zone 'UTC')::date as day,
        coalesce(sum(share) filter (where not soft), 0) as binding,
        coalesce(sum(share) filter (where soft), 0) as soft
      from step group by 1
    )
    select to_char(day.day, 'YYYY-MM-DD') as day,
      (sum(binding) over upto)::numeric(9, 2)::text as "committedPercentage",
      (sum(soft) over upto)::numeric(9, 2)::text as "softPercentage"
    from day window upto as (order by day.day) order by day.day`)
  return rows
}
