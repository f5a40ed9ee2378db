/** The loans of the exposure, page by page; by default those with the largest gap first. */
import type { ExposedLoan, exposedLoanPage } from '#contract/desk/exposure.ts'
import { nameOfKey, noKey, type ExposureColumn } from '#domain/desk/exposure.ts'
import type { Queryable } from '#server/database/client.ts'
import { isSeen } from '#server/loans/loans-seen.ts'
import { loans } from '#server/database/schema/loans.ts'
import { splitLead } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { hasStatus } from '#server/loans/list/conditions.ts'
import { titleInOrder } from '#server/loans/list/list-loans.ts'
import { and, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

export type ExposureFilters = Omit<z.output<typeof exposedLoanPage>, 'limit'>

export interface PlacedLoan extends ExposedLoan {
  createdAt: string
  lead: string
}

/** The year in which a loan matures, as in `maturityOf`; null until it is funded on a known day. */
export const maturityYear = sql`case when loans.status = 'funded'
  then extract(year from loans.funded_on + make_interval(months => loans.term))::int end`

/** Joins data outside the loans table: the books, and facts recorded only in the audit trail. */
const withBooks = sql`
  left join (
    select loan_id, max(greatest(created_at, ended_at)) as moved_at,
      sum(amount) filter (where status = 'active' and is_soft_commit) as soft_amount
    from commitments group by loan_id
  ) book on book.loan_id = loans.id
  left join (
    select loan_id, max(at) filter (where kind = 'loanPublished') as published_at,
      max(at) filter (where kind <> 'loanPublished') as changed_at
    from audit where kind in ('loanPublished', 'commitmentChanged', 'commitmentMadeBinding')
    group by loan_id
  ) trail on trail.loan_id = loans.id`

const softAmount = sql`coalesce(book.soft_amount, 0)`
const coverage = sql`(loans.committed_percentage + loans.soft_percentage)`
const publishedAt = sql`coalesce(trail.published_at, loans.created_at)`
const movedAt = sql`greatest(book.moved_at, trail.changed_at)`

/** Sort keys. A book that never changed sorts before all others. */
const keys: Record<ExposureColumn, SQL> = {
  gap: sql`(loans.amount - loans.committed_amount)`,
  amount: sql`loans.amount`,
  binding: sql`loans.committed_amount`,
  soft: softAmount,
  coverage: sql`(${coverage} - 100)`,
  published: publishedAt,
  moved: sql`coalesce(${movedAt}, '-infinity')`,
  title: titleInOrder,
}

/** A time in microseconds since 1970, PostgreSQL's precision. */
const time = {
  text: (key: SQL) =>
    sql`case when ${key} = '-infinity' then 'none' else (extract(epoch from ${key}) * 1000000)::numeric(20, 0)::text end`,
  pattern: String.raw`none|\d{1,16}`,
  value: (text: string) =>
    text === 'none'
      ? sql`'-infinity'::timestamptz`
      : sql`to_timestamp(0) + ${text}::float8 * interval '1 microsecond'`,
}
const title = {
  text: (key: SQL) => key,
  pattern: String.raw`[^\0]*`,
  value: (text: string) => sql`${text}::text`,
}
const figure = {
  text: (key: SQL) => sql`(${key})::text`,
  pattern: String.raw`-?\d{1,20}(?:\.\d{1,2})?`,
  value: (text: string) => sql`${text}::numeric`,
}

function formOf(column: ExposureColumn) {
  if (column === 'title') return title
  return column === 'published' || column === 'moved' ? time : figure
}

export async function listExposedLoans(
  db: Queryable,
  { sort = '-gap', cursor, ...filters }: ExposureFilters,
  limit: number,
): Promise<PlacedLoan[]> {
  const column = sort.replace('-', '') as ExposureColumn
  const key = keys[column]
  const { text, pattern, value } = formOf(column)
  const [direction, after] = sort.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const isAfter = (place: string) => {
    const from = splitLead(place, new RegExp(String.raw`^${sort}\|(?:${pattern})$`))
    return sql`(${key}, loans.created_at, loans.id)
      ${after} (${value(from.lead.slice(1).join('|'))}, ${from.place})`
  }
  const { rows } = await db.execute<{ [Name in keyof PlacedLoan]: PlacedLoan[Name] }>(sql`
    select loans.id, loans.title, loans.status, loans.amount,
      loans.committed_amount as "bindingAmount", loans.committed_percentage as "bindingPercentage",
      ${softAmount}::numeric(30, 2) as "softAmount", loans.soft_percentage as "softPercentage",
      ${coverage} as "coveragePercentage",
      loans.amount - loans.committed_amount as "uncommittedAmount",
      ${utcText(publishedAt)} as "publishedAt", ${utcText(movedAt)} as "movedAt",
      ${utcText(loans.createdAt)} as "createdAt",
      ${sql.raw(`'${sort}|'`)} || ${text(key)} as "lead"
    from loans ${withBooks}
    where ${and(...matching(filters), cursor ? isAfter(cursor) : undefined)}
    order by ${key} ${direction}, loans.created_at ${direction}, loans.id ${direction}
    limit ${limit}`)
  return rows
}

/** Loans of a chart's bar match its key; `none` matches loans without the property. */
function matching({ status, propertyType, state, rate, maturity, lenderId }: ExposureFilters) {
  const keyed = (column: SQL, name: string | null) =>
    name === null ? sql`${column} is null` : sql`${column} = ${name}`
  const year = maturity === noKey ? null : maturity
  return [
    isSeen('published'),
    status ? hasStatus(status) : undefined,
    propertyType ? keyed(sql`loans.property_type`, nameOfKey(propertyType)) : undefined,
    state ? keyed(sql`loans.state`, state === noKey ? null : state) : undefined,
    rate ? sql`floor(loans.interest_rate) = ${rate}::integer` : undefined,
    year === undefined ? undefined : keyed(sql`(${maturityYear})::text`, year),
    lenderId
      ? sql`loans.id in (select loan_id from commitments
          where lender_id = ${lenderId}::uuid and status = 'active' and not is_soft_commit)`
      : undefined,
  ]
}
