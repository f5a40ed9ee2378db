import type { Readings } from '#contract/documents/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { fullName } from '#domain/texts.ts'
import type { Queryable } from '#server/database/client.ts'
import { notFound } from '#server/errors.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { isReachableLender } from '#server/notices/notify.ts'
import { sql } from 'drizzle-orm'

export async function readReadings(db: Queryable, loanId: string): Promise<Readings> {
  const { rows } = await db.execute<{ [Name in keyof Row]: Row[Name] }>(readingsOf(loanId))
  const [row] = rows
  if (!row) throw notFound('The loan')
  return {
    ...row,
    holders: row.holders.map(({ firstName, lastName, isReachable, ...holder }) => ({
      ...holder,
      lenderName: fullName({ firstName, lastName }),
      isReachable: toFlag(isReachable),
    })),
  }
}

interface Row extends Omit<Readings, 'holders'> {
  holders: {
    lenderId: string
    firstName: string
    lastName: string
    lenderCompanyName: string | null
    isReachable: boolean
    opened: Readings['holders'][number]['opened']
  }[]
}

const isReading = sql.raw(`kind in ('documentViewed', 'documentDownloaded')`)

const maxNamed = sql.raw('100')

/**
 * Reads all data with a single statement so that it comes from one snapshot. Returns no row if the loan is missing.
 * Views of deleted documents, and views by users whose firm has no share, don't count.
 */
const readingsOf = (loanId: string) => sql`
  with holders as materialized (
    select firm_id as id, (array_agg(lender_id order by created_at desc, id desc))[1] as lender_id,
      max(created_at) as newest,
      coalesce(sum(percentage) filter (where not is_soft_commit), 0) as binding,
      coalesce(sum(percentage) filter (where is_soft_commit), 0) as soft
    from commitments where loan_id = ${loanId} and status = 'active'
    group by firm_id
  ), papers as materialized (
    select id, filename, uploaded_at from documents where loan_id = ${loanId}
  ), named as materialized (
    select * from holders order by binding desc, soft desc, newest desc, id desc limit ${maxNamed}
  ), counted as (
    select object_id, count(*)::int as count from (
      select distinct reader.firm_id, object_id from audit join users reader on reader.id = actor_id
      where loan_id = ${loanId} and ${isReading}
    ) opened
    where firm_id in (select id from holders) group by object_id
  ), listed as (
    select firm_id, json_agg(json_build_object('documentId', object_id, 'lastAt', ${utcText(sql`at`)})
      order by at desc, object_id) as opened
    from (
      select reader.firm_id, object_id, max(at) as at from audit join users reader on reader.id = actor_id
      where loan_id = ${loanId} and ${isReading}
        and reader.firm_id = any (array(select id from named))
      group by reader.firm_id, object_id
    ) opened
    where object_id in (select id from papers)
    group by firm_id
  )
  select (select count(*)::int from holders) as "holdersCount",
    (select coalesce(json_agg(json_build_object('id', papers.id, 'filename', papers.filename,
        'openedBy', coalesce(counted.count, 0)) order by papers.uploaded_at desc, papers.id desc), '[]')
      from papers left join counted on counted.object_id = papers.id) as "documents",
    (select coalesce(json_agg(json_build_object('lenderId', named.lender_id, 'firstName', users.first_name,
        'lastName', users.last_name, 'lenderCompanyName', users.company_name,
        'isReachable', users.is_reachable,
        'opened', coalesce(listed.opened, '[]'))
        order by binding desc, soft desc, newest desc, named.id desc), '[]')
      from named
        -- One by one: the planner would rather read all users than look up a hundred.
        join lateral (
          select first_name, last_name, company_name, ${isReachableLender('users')} as is_reachable
          from users where users.id = named.lender_id limit 1
        ) users on true
        left join listed on listed.firm_id = named.id) as "holders"
  from loans where loans.id = ${loanId}`

export async function openingsOf(
  db: Queryable,
  { loanId, personId }: { loanId: string; personId: string },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.execute<{ id: string; at: string }>(sql`
    select object_id as id, ${utcText(sql`max(at)`)} as at from audit
    where loan_id = ${loanId} and actor_id = ${personId}
      and object_id is not null and ${isReading}
    group by object_id`)
  return new Map(rows.map(({ id, at }) => [id, at]))
}
