/** The funding days of loans that were funded by a version of the program that doesn't keep them. */
import type { Queryable } from '#server/database/client.ts'
import { sql } from 'drizzle-orm'

/**
 * Gives funded loans without a day that of the funding in the audit trail, in UTC. Entries of this version name the
 * day, or that there is none: an import makes none up, and a day may be cleared. What is newer than these counts.
 */
export async function fillFundingDays(tx: Pick<Queryable, 'execute'>): Promise<void> {
  await tx.execute(sql`
    update loans set funded_on = found.day
    from (
      select undated.id, (funding.at at time zone 'UTC')::date as day
      from loans undated cross join lateral (
        select audit.at, audit.after from audit
        where audit.loan_id = undated.id and audit.kind in ('loanCreated', 'loanChanged', 'termsChanged')
          and (audit.after ->> 'status' = 'funded' or audit.after -> 'fundedOn' is not null)
        order by audit.at desc, audit.id desc limit 1
      ) funding
      where undated.status = 'funded' and undated.funded_on is null
        and funding.after -> 'fundedOn' is null
    ) found
    where loans.id = found.id and loans.status = 'funded' and loans.funded_on is null`)
}
