/** The loans of the exposure, page by page: by default the offered ones with the largest gap first. */
import type { ExposedLoan, exposedLoanPage } from '#contract/desk/exposure.ts'
import { nameOfKey, noKey, type ExposureColumn } from '#domain/desk/exposure.ts'
import { states } from '#domain/loans/addresses.ts'
import { statusFilters } from '#domain/loans/statuses.ts'
import type { Queryable } from '#server/database/client.ts'
import { vocabulary } from '#server/database/columns.ts'
import { isSeen } from '#server/database/loans-seen.ts'
import { plannedAnew } from '#server/database/named-statements.ts'
import {
  isWithoutState,
  lettersOfState,
  loans,
  titleInOrder,
  unmovedFirst,
  yearOfMaturity,
} from '#server/database/schema/loans.ts'
import { splitLead, utcText } from '#server/http/cursor.ts'
import { sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

export type ExposureFilters = Omit<z.output<typeof exposedLoanPage>, 'limit'>

/** A loan and its place in the order of the list. */
export interface PlacedLoan extends ExposedLoan {
  createdAt: string
  lead: string
}

/** What the loans are in the order of, as an index has it. */
const keys: Record<ExposureColumn, SQL> = {
  gap: sql`kept.uncommitted`,
  amount: sql`loans.amount`,
  binding: sql`kept.binding_amount`,
  soft: sql`kept.soft_amount`,
  coverage: sql`(kept.soft_percentage - kept.available)`,
  published: sql`kept.published_at`,
  moved: unmovedFirst(sql`kept.moved_at`),
  title: titleInOrder(loans.title),
}

/** A time in microseconds since 1970, as times are stored; none is before all others. */
const time = {
  text: (key: SQL) =>
    sql`case when ${key} = '-infinity' then 'none' else (extract(epoch from ${key}) * 1000000)::numeric(20, 0)::text end`,
  pattern: String.raw`none|\d{1,16}`,
  value: (text: string) =>
    // A book that never changed; the number was what cursors had for it once.
    text === 'none' || text === '0'
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

/** How a cursor has a key, and what it is compared with. */
function formOf(column: ExposureColumn) {
  if (column === 'title') return title
  return column === 'published' || column === 'moved' ? time : figure
}

/** Loans of the list that are next to each other in an index. */
interface Part {
  /** Whether a published loan is one of them, as `loan_availability` has it in order. */
  isKept: SQL
  /** The same of the loans themselves: an index has it with each bar, and PostgreSQL knows how many there are. */
  isLoan: SQL
}
const offered: Part = {
  isKept: sql`kept.is_offered`,
  isLoan: sql`loans.status in (${vocabulary(statusFilters.open)})`,
}
const funded: Part = { isKept: sql`not kept.is_offered`, isLoan: sql`loans.status = 'funded'` }
const both: Part = { isKept: sql`true`, isLoan: sql`true` }

/**
 * The parts that the filters leave. Whether a loan is offered comes before its figures in an index, so that a list of
 * the offered ones doesn't read past all that are funded. Only a funded loan has a maturity.
 */
function partsOf(
  column: ExposureColumn,
  { status, maturity = '', ...filters }: ExposureFilters,
): Part[] {
  const isOfAll = status === undefined && isAny(maturity) && Object.values(filters).every(isAny)
  if (isOfLoans(column) && isOfAll) return [both]
  return [
    ...(status === 'funded' || !(isAny(maturity) || maturity === noKey) ? [] : [offered]),
    ...(status === 'open' ? [] : [funded]),
  ]
}

const isAny = (asked: string | undefined) => asked === undefined || asked === ''

/** The columns that are equal in both tables are taken from the one whose index has the order. */
const tieBreakersOf = (column: ExposureColumn) =>
  isOfLoans(column)
    ? { createdAt: sql`loans.created_at`, id: sql`loans.id` }
    : { createdAt: sql`kept.created_at`, id: sql`kept.loan_id` }

/** Whether an index of the loans themselves has the order. */
const isOfLoans = (column: ExposureColumn) => column === 'amount' || column === 'title'

/** How many loans are read in the order of the list, before PostgreSQL decides how to find the rest. */
const nearest = 300

/**
 * Whether a few loans in the order of the list are looked at first, which often have a page of a bar. PostgreSQL
 * doesn't know that what is funded in one table is in the other too, so it expects few, and reads the whole bar.
 * The state of an address takes long to find out.
 */
const isSoonFound = (column: ExposureColumn, filters: ExposureFilters) =>
  !isOfLoans(column) &&
  isAny(filters.state) &&
  filters.lenderId === undefined &&
  ![filters.propertyType, filters.rate, filters.maturity].every(isAny)

const fromBoth = sql`from loan_availability kept join loans on loans.id = kept.loan_id`

export async function listExposedLoans(
  db: Queryable,
  { sort = '-gap', cursor, ...filters }: ExposureFilters,
  limit: number,
): Promise<PlacedLoan[]> {
  // The order's name without its sign is one of the columns.
  const column = sort.replace('-', '') as ExposureColumn
  const key = keys[column]
  const { createdAt, id } = tieBreakersOf(column)
  const [direction, after] = sort.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const place = cursor && placeAfter(sort, column, cursor)
  const isAfter = place ? sql`(${key}, ${createdAt}, ${id}) ${after} (${place})` : sql`true`
  const by = (first: SQL) =>
    sql`order by ${first} ${direction}, ${createdAt} ${direction}, ${id} ${direction}`
  const inOrder = sql`${by(key)} limit ${limit}`
  const parts = partsOf(column, filters).map((part) => {
    const isMatch = sql`${isSeen('published')} and ${part.isLoan} ${matching(filters, part)}`
    const all = sql`select loans.id ${fromBoth} where ${isMatch} and ${part.isKept} and ${isAfter}`
    if (!isSoonFound(column, filters)) return sql`(${all} ${inOrder})`
    return sql`(
      with near as materialized (
        select loans.id from (
          select kept.*, ${key} as key from loan_availability kept
          where ${part.isKept} and ${isAfter} ${by(key)} limit ${nearest}
        ) kept join loans on loans.id = kept.loan_id
        where ${isMatch} ${by(sql`key`)} limit ${limit}
      )
      select id from near
      union all (${all} and (select count(*) < ${limit} from near) ${inOrder}))`
  })
  if (parts.length === 0) return []
  const { rows } = await db.execute<{ [Name in keyof PlacedLoan]: PlacedLoan[Name] }>(sql`
    select loans.id, loans.title, loans.status, loans.amount,
      loans.committed_amount as "bindingAmount", loans.committed_percentage as "bindingPercentage",
      kept.soft_amount::numeric(30, 2) as "softAmount", loans.soft_percentage as "softPercentage",
      loans.committed_percentage + loans.soft_percentage as "coveragePercentage",
      (loans.amount - loans.committed_amount) as "uncommittedAmount",
      ${utcText(sql`kept.published_at`)} as "publishedAt", ${utcText(sql`kept.moved_at`)} as "movedAt",
      ${utcText(sql`kept.created_at`)} as "createdAt",
      ${sql.raw(`'${sort}|'`)} || ${formOf(column).text(key)} as "lead"
    ${fromBoth} where loans.id = any(array(${sql.join(parts, sql` union all `)})) ${plannedAnew} ${inOrder}`)
  return rows
}

function placeAfter(sort: string, column: ExposureColumn, cursor: string): SQL {
  const { pattern, value } = formOf(column)
  const { lead, place } = splitLead(cursor, new RegExp(String.raw`^${sort}\|(?:${pattern})$`))
  return sql`${value(lead.slice(1).join('|'))}, ${place}`
}

/** Of one state, letters are compared; whether they are a state's takes longer. */
function inState(asked: string): SQL {
  if (asked === noKey) return isWithoutState(loans.propertyAddress)
  return states.has(asked) ? sql`${lettersOfState(loans.propertyAddress)} = ${asked}` : sql`false`
}

/** A whole percent, as an index of rates has it in order. */
const ofRate = (asked: string) =>
  sql`loans.interest_rate >= ${asked}::numeric and loans.interest_rate < ${asked}::numeric + 1`

/** An offered loan has no maturity. */
function ofMaturity(asked: string, part: Part): SQL {
  const year = yearOfMaturity(loans)
  if (asked !== noKey) return sql`loans.status = 'funded' and ${year} = ${asked}::integer`
  return part === offered ? sql`true` : sql`loans.status = 'funded' and ${year} is null`
}

const ofType = (asked: string) =>
  asked === noKey
    ? sql`loans.property_type is null`
    : sql`loans.property_type = ${nameOfKey(asked)}`

/** The conditions, each after "and", besides those of the part. */
function matching(filters: ExposureFilters, part: Part): SQL {
  const { propertyType, state, rate, maturity, lenderId } = filters
  const asked = (value: string | undefined, isOf: (value: string) => SQL) =>
    value === undefined || value === '' ? sql`` : sql`and ${isOf(value)}`
  const held = (id: string) => sql`loans.id in (select loan_id from commitments
    where lender_id = ${id}::uuid and status = 'active' and not is_soft_commit)`
  return sql.join(
    [
      asked(propertyType, ofType),
      asked(state, inState),
      asked(rate, ofRate),
      asked(maturity, (value) => ofMaturity(value, part)),
      asked(lenderId, held),
    ],
    sql` `,
  )
}
