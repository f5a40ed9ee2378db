/** Who sees a loan, firm by firm, for administrators. */
import type { LoanAudience } from '#contract/audience/shapes.ts'
import type { Audience } from '#domain/audience/audiences.ts'
import { loanCan, type LoanStatus } from '#domain/loans/statuses.ts'
import type { Queryable } from '#server/database/client.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { companyOf, displayNameOf } from '#server/sign-in/people-of-firms.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { notFound } from '#server/errors.ts'
import { isReachableLender } from '#server/notices/notify.ts'
import { sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { requestsOf } from './read-requests.ts'

interface Row extends Pick<LoanAudience, 'audience' | 'firms' | 'requests'> {
  status: LoanStatus
}

export async function readAudience(db: Queryable, loanId: string): Promise<LoanAudience> {
  const { rows } = await db.execute<{ [Name in keyof Row]: Row[Name] }>(audienceOf(loanId))
  const [row] = rows
  if (!row) throw notFound('The loan')
  const { status, ...audience } = row
  const reached = audience.firms.filter(
    ({ sees, people }) => sees !== 'nothing' && people.length > 0,
  )
  const isAnnounced = loanCan('commit', status)
  const admitted = audience.firms.flatMap(({ id, admittedAt }) => (admittedAt === null ? [] : id))
  return {
    ...audience,
    version: versionOf(audience.audience, admitted),
    peopleToNotify: isAnnounced ? reached.reduce((sum, { people }) => sum + people.length, 0) : 0,
    firmsToNotify: isAnnounced ? reached.length : 0,
  }
}

export const versionOf = (audience: Audience, admitted: readonly string[]): string =>
  createHash('sha256')
    .update([audience, ...admitted.toSorted()].join())
    .digest('hex')
    .slice(0, 16)

const withoutAdmission: Record<Audience, LoanAudience['firms'][number]['sees']> = {
  everyone: 'full',
  teaser: 'teaser',
  invited: 'nothing',
}
const seesWithoutAdmission = sql`case loans.audience ${sql.join(
  Object.entries(withoutAdmission).map(([audience, sees]) =>
    sql.raw(`when '${audience}' then '${sees}'`),
  ),
  sql` `,
)} end`

const sumOf = (isSoft: boolean) => sql`
  coalesce(sum(percentage) filter (where ${isSoft ? sql`` : sql`not`} is_soft_commit), 0)::numeric(30, 2)::text`

/** A single statement reads all data from the same snapshot. Returns no row if the loan is missing. */
const audienceOf = (loanId: string) => sql`
  with held as materialized (
    select firm_id as id, ${sumOf(false)} as binding, ${sumOf(true)} as soft
    from commitments where loan_id = ${loanId}::uuid and status = 'active' group by firm_id
  ), admitted as materialized (
    select a.firm_id as id, ${utcText(sql`a.created_at`)} as at, case when u.id is not null then ${fullNameOf('u')} end as by
    from admissions a left join users u on u.id = a.admitted_by where a.loan_id = ${loanId}::uuid
  ), lenders as materialized (
    select u.firm_id as id, json_agg(json_build_object('id', u.id, 'name', ${fullNameOf('u')})
      order by u.created_at, u.id) as people
    from users u where ${isReachableLender('u')} group by u.firm_id
  ), named as materialized (
    select f.id, ${displayNameOf(sql`f.id`)} as name, ${companyOf(sql`f.id`)} as company from firms f
    where not f.is_originator and (f.id in (select id from held) or f.id in (select id from admitted)
      or f.deactivated_at is null and f.id in (select id from lenders))
  )
  select loans.audience, loans.status,
    (select coalesce(json_agg(json_build_object('id', named.id, 'name', named.name, 'companyName', named.company,
        'isAdmitted', (admitted.id is not null or held.id is not null)::text,
        'admittedAt', admitted.at, 'admittedBy', admitted.by,
        'bindingPercentage', coalesce(held.binding, '0.00'), 'softPercentage', coalesce(held.soft, '0.00'),
        'sees', case when admitted.id is not null or held.id is not null then 'full'
          else ${seesWithoutAdmission} end,
        'people', coalesce(lenders.people, '[]')) order by lower(coalesce(named.company, named.name)), named.id), '[]')
      from named left join held using (id) left join admitted using (id) left join lenders using (id)) as firms,
    ${requestsOf(sql`request.loan_id = loans.id`)} as requests
  from loans where loans.id = ${loanId}::uuid`
