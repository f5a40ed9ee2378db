/**
 * Weekly changes to the binding and soft amounts: amounts added minus amounts removed. A week begins on Monday in the
 * desk's time zone.
 */
import { changesShare } from '#server/book/book-lists.ts'
import type { ExposureWeek } from '#contract/desk/exposure.ts'
import type { Queryable } from '#server/database/client.ts'
import { movesAmounts } from '#server/database/schema/audit.ts'
import { sql } from 'drizzle-orm'

const weeks = sql.raw('26')

/**
 * A commitment's row contains only its current amount, so earlier amounts are read from the audit trail, as in
 * `readFundingStory`. Each change subtracts the old amount and adds the new amount.
 */
export async function readWeeks(db: Queryable, now: Date, zone: string): Promise<ExposureWeek[]> {
  const { rows } = await db.execute<{ [Name in keyof ExposureWeek]: ExposureWeek[Name] }>(sql`
    with week as (
      select ${weeks} - back as number,
        (date_trunc('week', ${now.toISOString()}::timestamptz at time zone ${zone})
          - make_interval(weeks => back))::date as monday
      from generate_series(0, ${weeks} - 1) back
    ), span as (
      select min(start) as start, array_agg(start order by start) as starts
      from (select monday::timestamp at time zone ${zone} as start from week) opened
    ), recorded as (
      select a.id, a.object_id, a.at,
        (a.before ->> 'amount')::numeric as was, a.before ->> 'kind' = 'soft' as was_soft,
        (a.after ->> 'amount')::numeric as now, a.after ->> 'kind' = 'soft' as now_soft
      from audit a, span
      where ${changesShare} and a.at >= span.start
      union all
      select a.id, line.key::uuid, a.at, (moved.was ->> line.key)::numeric, moved.is_soft,
        line.value::numeric, moved.is_soft
      from span, audit a, lateral (
          select a.kind = 'termsChanged' as is_soft,
            case a.kind when 'termsChanged' then a.before -> 'softAmounts' else a.before end as was,
            case a.kind when 'termsChanged' then a.after -> 'softAmounts' else a.after end as now
          union all
          select false, a.before -> 'bindingAmounts', a.after -> 'bindingAmounts'
          where a.kind = 'termsChanged') moved,
        lateral json_each_text(moved.now) line
      where ${movesAmounts} and a.at >= span.start
    ), change as (
      select recorded.* from recorded join commitments c on c.id = recorded.object_id
    ), first_change as (
      select distinct on (object_id) object_id, was, was_soft from change order by object_id, at, id
    ), step (at, amount, soft) as (
      select c.created_at, coalesce(f.was, c.amount), coalesce(f.was_soft, c.is_soft_commit)
      from span, commitments c left join first_change f on f.object_id = c.id
      where c.created_at >= span.start
      union all select at, -was, was_soft from change
      union all select at, now, now_soft from change
      union all
      select ended_at, -amount, is_soft_commit from span, commitments where ended_at >= span.start
    ), sum as (
      select width_bucket(at, (select starts from span)) as number,
        sum(amount) filter (where not soft) as binding, sum(amount) filter (where soft) as soft
      from step group by 1
    )
    select to_char(week.monday, 'YYYY-MM-DD') as "monday",
      coalesce(binding, 0)::numeric(30, 2)::text as "bindingAmount",
      coalesce(soft, 0)::numeric(30, 2)::text as "softAmount"
    from week left join sum on sum.number = week.number order by week.monday`)
  return rows
}
