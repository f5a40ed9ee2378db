/** The landing page's figures for open loans, which visitors could also compute from the list of loans. */
import type { Queryable } from '#server/database/client.ts'
import { loans } from '#server/database/schema/loans.ts'
import { hasStatus } from '#server/loans/list/conditions.ts'
import { isSeen } from './loans-seen.ts'
import type { OpenLoans } from '#server/pages/open-loans.ts'
import { sql } from 'drizzle-orm'

const mostTypes = sql.raw('12')

export async function readOpenLoans(db: Queryable): Promise<OpenLoans | null> {
  const { rows } = await db.execute<{ [Name in keyof OpenLoans]: OpenLoans[Name] }>(sql`
    with open as materialized (
      select amount, interest_rate, state, property_type from ${loans}
      where ${isSeen({ firmId: null })} and ${hasStatus('open')}
    )
    select count(*)::int as count, sum(amount)::numeric(30, 2) as amount,
      min(interest_rate) as "lowestRate", max(interest_rate) as "highestRate",
      count(distinct state)::int as states,
      (select coalesce(json_agg(json_build_object('name', property_type, 'count', count,
          -- As texts: numbers in JSON would be read as floats.
          'lowestRate', lowest::text, 'highestRate', highest::text) order by count desc, property_type), '[]')
        from (
          select property_type, count(*) as count, min(interest_rate) as lowest, max(interest_rate) as highest
          from open where property_type is not null
          group by property_type order by count desc, property_type limit ${mostTypes}
        ) as type) as types
    from open having count(*) > 0`)
  return rows[0] ?? null
}
