/** The exposure: offered and committed amounts, the distribution of binding amounts, and pages of loans. */
import type { Exposure, ExposedLoan, exposedLoanPage } from '#contract/desk/exposure.ts'
import {
  slicesByLender,
  slicesByRate,
  slicesBySize,
  slicesByYear,
  nameOfKey,
  noKey,
  type ExposureColumn,
} from '#domain/desk/exposure.ts'
import { dayAt } from '#domain/time-zone.ts'
import { subtractMoney, sumMoney, type Money } from '#domain/money.ts'
import type { Queryable } from '#server/database/client.ts'
import { isSeen } from '#server/loans/loans-seen.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { firmOfPerson, firmOrCompany } from '#server/database/schema/firms.ts'
import { loans } from '#server/database/schema/loans.ts'
import { hasStatus } from '#server/loans/list/conditions.ts'
import { readLimits } from './limits.ts'
import { splitLead } from '#server/database/sql/cursor.ts'
import { momentText, utcText } from '#server/database/sql/time-texts.ts'
import { titleInOrder } from '#server/loans/list/list-loans.ts'
import { sql, type SQL, and } from 'drizzle-orm'
import type * as z from 'zod/mini'

/** Excludes the limits, which are settings, and the time, which changes even if nothing else does. */
export type Figures = Omit<Exposure, 'asOf' | 'limits'>

export async function readExposure(db: Queryable): Promise<Exposure> {
  const asOf = new Date()
  const [figures, limits] = await Promise.all([readFigures(db, asOf), readLimits(db)])
  return { asOf: asOf.toISOString(), ...figures, limits }
}

type KindOfSum = 'propertyType' | 'state' | 'maturity' | 'rate'

interface Sums {
  offeredLoans: number
  offeredAmount: Money
  bindingAmount: Money
  softAmount: Money
  fundedLoans: number
  fundedAmount: Money
  fundedBindingAmount: Money
  groups: (Parameters<typeof slicesByYear>[0][number] & { kind: KindOfSum })[]
  lenders: Parameters<typeof slicesByLender>[0]
  lenderCount: number
  /** What lenders are bound to, without the originator's holds. */
  lenderAmount: Money
}

const maxLenders = sql.raw('10')

/** Uses a single statement so that all figures come from the same snapshot. */
export async function readFigures(db: Queryable, asOf: Date): Promise<Figures> {
  const today = dayAt(asOf)
  const sumOf = (column: SQL, status: 'open' | 'funded') =>
    sql`coalesce(sum(${column}) filter (where ${hasStatus(status)}), 0)::numeric(30, 2)`
  const { rows } = await db.execute<{ [Name in keyof Sums]: Sums[Name] }>(sql`
    with lender as (
      select firm_id, sum(amount) as amount from commitments
      where status = 'active' and not is_soft_commit and not is_hold
      group by firm_id having sum(amount) > 0
    ), largest as (
      select * from lender order by amount desc, firm_id limit ${maxLenders}
    ), grouped as (
      select case grouping(property_type, state, maturity, rate)
          when 7 then 'propertyType' when 11 then 'state' when 13 then 'maturity' else 'rate' end as kind,
        coalesce(property_type, state, maturity::text, rate::text) as key,
        sum(committed_amount) as amount,
        coalesce(sum(committed_amount) filter (where is_estimated), 0) as estimated
      from (
        select property_type, state, ${maturityYear(today)} as maturity,
          status <> 'funded' as is_estimated, floor(interest_rate)::int as rate, committed_amount
        from loans where ${isSeen('published')}
      ) as loan
      group by grouping sets ((property_type), (state), (maturity), (rate))
      having sum(committed_amount) > 0
    )
    select (count(*) filter (where ${hasStatus('open')}))::int as "offeredLoans",
      ${sumOf(sql`amount`, 'open')} as "offeredAmount",
      ${sumOf(sql`committed_amount`, 'open')} as "bindingAmount",
      (count(*) filter (where ${hasStatus('funded')}))::int as "fundedLoans",
      ${sumOf(sql`amount`, 'funded')} as "fundedAmount",
      ${sumOf(sql`committed_amount`, 'funded')} as "fundedBindingAmount",
      (select coalesce(sum(c.amount), 0)::numeric(30, 2)
        from commitments c join ${loans} on loans.id = c.loan_id and ${hasStatus('open')}
        where c.status = 'active' and c.is_soft_commit) as "softAmount",
      -- As texts: numbers in JSON would be read as floats.
      (select coalesce(json_agg(json_build_object(
          'kind', kind, 'key', key, 'amount', amount::numeric(30, 2)::text,
          'estimatedAmount', estimated::numeric(30, 2)::text)), '[]')
        from grouped) as "groups",
      (select coalesce(json_agg(json_build_object(
          'id', u.id, 'name', ${fullNameOf('u')},
          'companyName', ${firmOrCompany('u')}, 'email', u.email,
          'amount', largest.amount::numeric(30, 2)::text)
          order by largest.amount desc, largest.firm_id), '[]')
        from largest cross join lateral (
          select * from users where firm_id = largest.firm_id order by created_at, id limit 1) u) as "lenders",
      (select count(*)::int from lender) as "lenderCount",
      (select coalesce(sum(amount), 0)::numeric(30, 2) from lender) as "lenderAmount"
    from loans where ${isSeen('published')}`)
  const [sums] = rows
  if (!sums) throw new Error('An aggregate gave no row')
  return toFigures(sums)
}

function toFigures({ groups, lenders, lenderCount, lenderAmount, ...sums }: Sums): Figures {
  const all = sumMoney([sums.bindingAmount, sums.fundedBindingAmount])
  const of = (kind: KindOfSum) => groups.filter((group) => group.kind === kind)
  return {
    ...sums,
    uncommittedAmount: subtractMoney(sums.offeredAmount, sums.bindingAmount),
    concentratedAmount: all,
    byLender: slicesByLender(lenders, lenderCount, lenderAmount, subtractMoney(all, lenderAmount)),
    byPropertyType: slicesBySize(of('propertyType'), 'Not specified'),
    byState: slicesBySize(of('state'), 'Other'),
    byMaturity: slicesByYear(of('maturity')),
    byRate: slicesByRate(of('rate')),
  }
}

type ExposureFilters = Omit<z.output<typeof exposedLoanPage>, 'limit'>

interface PlacedLoan extends ExposedLoan {
  createdAt: string
  lead: string
}

/** The actual or expected year of maturity, as in `expectedMaturity`. Null if a funded loan has no funding date. */
const maturityYear = (today: string) => sql`extract(year from
  case when loans.status = 'funded' then loans.funded_on
    else greatest(loans.closing_date, ${today}::date) end
  + make_interval(months => loans.term))::int`

/** Joins data that isn't in the table of loans: commitments, and facts recorded only in the audit trail. */
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

/** Sort keys. Loans whose book has never changed come first, and loans without an open deadline come last. */
const keys: Record<ExposureColumn, SQL> = {
  gap: sql`(loans.amount - loans.committed_amount)`,
  amount: sql`loans.amount`,
  binding: sql`loans.committed_amount`,
  soft: softAmount,
  coverage: sql`(${coverage} - 100)`,
  published: publishedAt,
  moved: sql`coalesce(${movedAt}, '-infinity')`,
  due: sql`case when loans.book_stage = 'open' then coalesce(loans.commitment_deadline, 'infinity') else 'infinity' end`,
  title: titleInOrder,
}

/** Converts a time to microseconds since 1970. Microseconds are PostgreSQL's precision. */
const timeOr = (missing: 'infinity' | '-infinity') => ({
  text: (key: SQL) =>
    sql`case when isfinite(${key}) then (extract(epoch from ${key}) * 1000000)::numeric(20, 0)::text else 'none' end`,
  pattern: String.raw`none|\d{1,16}`,
  value: (text: string) =>
    text === 'none'
      ? sql`${missing}::timestamptz`
      : sql`to_timestamp(0) + ${text}::float8 * interval '1 microsecond'`,
})
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
  if (column === 'due') return timeOr('infinity')
  return column === 'published' || column === 'moved' ? timeOr('-infinity') : figure
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
    select loans.id, loans.title, loans.status, loans.book_stage as "bookStage", loans.amount,
      ${momentText(loans.commitmentDeadline)} as "commitmentDeadline",
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

/** Selects the loans represented by one bar of a chart. The key `none` selects loans without a value. */
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
    year === undefined ? undefined : keyed(sql`(${maturityYear(dayAt(new Date()))})::text`, year),
    lenderId
      ? sql`loans.id in (select loan_id from commitments
          where firm_id = ${firmOfPerson(lenderId)} and status = 'active' and not is_soft_commit)`
      : undefined,
  ]
}
