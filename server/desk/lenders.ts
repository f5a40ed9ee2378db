/** The page of a lender: the position of the lender's firm, and what the person did. */
import type { LenderHolding, LenderProfile } from '#contract/desk/lenders.ts'
import type { Query } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { toFlag } from '#contract/wire.ts'
import type { Database } from '#server/database/client.ts'
import { lastSignInOf } from '#server/sign-in/last-sign-in.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { firmOfPerson, firmOrCompany } from '#server/database/schema/firms.ts'
import { notFound } from '#server/errors.ts'
import { afterCursor } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { cutPage } from '#server/http/paging.ts'
import type { Context } from '#server/http/mount.ts'
import { excerpt } from '#server/notices/notify.ts'
import { sql } from 'drizzle-orm'

export async function readLender(db: Database, id: string): Promise<LenderProfile> {
  const { rows } = await db.execute<{ [Name in keyof Row]: Row[Name] }>(profileOf(id))
  const [row] = rows
  if (!row) throw notFound('The lender')
  return {
    ...row,
    isAdmin: toFlag(row.isAdmin),
    isApproved: toFlag(row.isApproved),
    questions: row.questions.map((question) => ({
      ...question,
      message: excerpt(question.message),
      isAnswered: toFlag(question.isAnswered),
    })),
  }
}

export async function listLenderHoldings(
  { db, reply }: Pick<Context<'admin'>, 'db' | 'reply'>,
  id: string,
  filters: Query<Endpoints['listLenderHoldings']>,
): Promise<LenderHolding[]> {
  const { rowCount } = await db.execute(sql`select from users where id = ${id}::uuid`)
  if (!rowCount) throw notFound('The lender')
  const limit = Number(filters.limit ?? 200)
  const newest = sql`max(c.created_at)`
  const { rows } = await db.execute<{ [Name in keyof PlacedHolding]: PlacedHolding[Name] }>(sql`
    select held.*, loans.title as "loanTitle", loans.status as "loanStatus",
      loans.interest_rate as "interestRate"
    from (
      select c.loan_id as id, ${utcText(newest)} as "createdAt", ${newest} as newest,
        coalesce(sum(c.percentage) filter (where not c.is_soft_commit), 0)::numeric(9, 2)
          as "bindingPercentage",
        coalesce(sum(c.amount) filter (where not c.is_soft_commit), 0)::numeric(30, 2) as "bindingAmount",
        coalesce(sum(c.percentage) filter (where c.is_soft_commit), 0)::numeric(9, 2) as "softPercentage",
        coalesce(sum(c.amount) filter (where c.is_soft_commit), 0)::numeric(30, 2) as "softAmount"
      from commitments c where c.firm_id = ${firmOfPerson(id)} and c.status = 'active'
      group by c.loan_id
      having ${filters.cursor ? afterCursor(newest, sql`c.loan_id`, filters.cursor) : sql`true`}
    ) held join loans on loans.id = held.id
    order by held.newest desc, held.id desc limit ${limit + 1}`)
  return cutPage(reply, rows, { call: 'listLenderHoldings', params: { id }, filters, limit }).map(
    ({ id: loanId, newest: _newest, ...holding }) => ({ loanId, ...holding }),
  )
}

interface PlacedHolding extends Omit<LenderHolding, 'loanId'> {
  id: string
  newest: string
}

type Question = LenderProfile['questions'][number]
interface Row extends Omit<LenderProfile, 'isAdmin' | 'isApproved' | 'questions'> {
  isAdmin: boolean
  isApproved: boolean
  questions: (Omit<Question, 'isAnswered'> & { isAnswered: boolean })[]
}

const maxNamed = sql.raw('5')

/** A single statement reads all data from the same snapshot. */
const profileOf = (id: string) => sql`
  with person as (
    select * from users where id = ${id}::uuid
  ), held as (
    select loan_id, amount, is_soft_commit from commitments
    where firm_id = (select firm_id from person) and status = 'active'
  ), acts as (
    select kind, object_id, after ->> 'kind' = 'soft' as is_soft from audit
    where person_id = ${id}::uuid and kind in ('commitmentMade', 'commitmentMadeBinding')
  ), asked as (
    select id, is_answered, created_at from messages
    where user_id = ${id}::uuid and not from_admin
  ), read as (
    select object_id, max(object_name) as name, min(audit.loan_id::text)::uuid as loan_id,
      max(loan_title) as title, max(at) as at
    from audit
    where actor_id = ${id}::uuid and kind in ('documentViewed', 'documentDownloaded')
      and object_id is not null
    group by object_id
  )
  select person.id, person.email, ${firmOrCompany('person')} as "companyName",
    person.firm_id as "firmId", (select name from firms where firms.id = person.firm_id) as "firmName",
    person.is_admin as "isAdmin", person.is_approved as "isApproved",
    ${fullNameOf('person')} as "name",
    ${utcText(sql`person.created_at`)} as "createdAt",
    ${utcText(sql`person.deactivated_at`)} as "deactivatedAt",
    ${lastSignInOf(sql`person.id`)} as "lastSignInAt", person.terms_version as "termsVersion",
    (select coalesce(sum(amount) filter (where not is_soft_commit), 0)::numeric(30, 2) from held)
      as "bindingAmount",
    (select coalesce(sum(amount) filter (where is_soft_commit), 0)::numeric(30, 2) from held)
      as "softAmount",
    (select count(distinct loan_id)::int from held) as "activeLoans",
    (select count(*)::int from acts where kind = 'commitmentMade' and is_soft) as "indications",
    (select count(distinct object_id)::int from acts where kind = 'commitmentMadeBinding') as "firmedUp",
    (select count(*)::int from asked) as "questionsAsked",
    (select count(*)::int from asked where not is_answered) as "questionsOpen",
    (select coalesce(json_agg(json_build_object('id', m.id, 'loanId', m.loan_id, 'loanTitle', loans.title,
        'message', m.message, 'isAnswered', m.is_answered, 'createdAt', ${utcText(sql`m.created_at`)})
        order by m.is_answered, m.created_at desc, m.id), '[]')
      from messages m join loans on loans.id = m.loan_id
      where m.id = any(array(select id from asked order by is_answered, created_at desc, id limit ${maxNamed})))
      as "questions",
    (select count(*)::int from read) as "documentsRead",
    (select coalesce(json_agg(json_build_object('id', object_id, 'name', name, 'loanId', loans.id,
        'loanTitle', newest.title, 'readAt', ${utcText(sql`at`)}) order by at desc, object_id), '[]')
      from (select * from read order by at desc, object_id limit ${maxNamed}) newest
        left join loans on loans.id = newest.loan_id) as "documents"
  from person`
