/** The loans of the exposure, page by page: by default the offered ones with the largest gap first. */
import type { ExposedLoan, exposedLoanPage } from '#contract/desk/exposure.ts'
import { nameOfKey, noKey, type ExposureColumn } from '#domain/desk/exposure.ts'
import { states } from '#domain/loans/addresses.ts'
import type { Queryable } from '#server/database/client.ts'
import { isSeen } from '#server/database/loans-seen.ts'
import { plannedAnew } from '#server/database/named-statements.ts'
import { lettersOfState, loans, titleInOrder, unmovedFirst } from '#server/database/schema/loans.ts'
import { splitLead, utcText } from '#server/http/cursor.ts'
import { maturityYear, stateOfLoan } from '#server/loans/kept-exposure.ts'
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

/**
 * The parts of the list that an index has in order. Whether a loan is offered comes before its figures there,
 * so that a list of the offered ones doesn't read past all that are funded.
 */
function partsOf(column: ExposureColumn, status: ExposureFilters['status']): SQL[] {
  if (column === 'amount' || column === 'title') return [sql`true`]
  return [
    ...(status === 'funded' ? [] : [sql`kept.is_offered`]),
    ...(status === 'open' ? [] : [sql`not kept.is_offered`]),
  ]
}

/** The columns that are equal in both tables are taken from the one whose index has the order. */
const tieBreakersOf = (column: ExposureColumn) =>
  column === 'amount' || column === 'title'
    ? { createdAt: sql`loans.created_at`, id: sql`loans.id` }
    : { createdAt: sql`kept.created_at`, id: sql`kept.loan_id` }

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
  const from = sql`from loan_availability kept join loans on loans.id = kept.loan_id`
  const inOrder = sql`
    order by ${key} ${direction}, ${createdAt} ${direction}, ${id} ${direction} limit ${limit}`
  const parts = partsOf(column, filters.status).map(
    (isPart) => sql`(select loans.id ${from}
      where ${isSeen('published')} and ${isPart} ${matching(filters)}
        ${place ? sql`and (${key}, ${createdAt}, ${id}) ${after} (${place})` : sql``} ${inOrder})`,
  )
  const { rows } = await db.execute<{ [Name in keyof PlacedLoan]: PlacedLoan[Name] }>(sql`
    select loans.id, loans.title, loans.status, loans.amount,
      loans.committed_amount as "bindingAmount", loans.committed_percentage as "bindingPercentage",
      kept.soft_amount::numeric(30, 2) as "softAmount", loans.soft_percentage as "softPercentage",
      loans.committed_percentage + loans.soft_percentage as "coveragePercentage",
      (loans.amount - loans.committed_amount) as "uncommittedAmount",
      ${utcText(sql`kept.published_at`)} as "publishedAt", ${utcText(sql`kept.moved_at`)} as "movedAt",
      ${utcText(sql`kept.created_at`)} as "createdAt",
      ${sql.raw(`'${sort}|'`)} || ${formOf(column).text(key)} as "lead"
    ${from} where loans.id = any(array(${sql.join(parts, sql` union all `)})) ${plannedAnew} ${inOrder}`)
  return rows
}

function placeAfter(sort: string, column: ExposureColumn, cursor: string): SQL {
  const { pattern, value } = formOf(column)
  const { lead, place } = splitLead(cursor, new RegExp(String.raw`^${sort}\|(?:${pattern})$`))
  return sql`${value(lead.slice(1).join('|'))}, ${place}`
}

/** Of one state, letters are compared; whether they are a state's takes longer. */
function inState(asked: string | undefined): SQL {
  if (asked === undefined || asked === '') return sql``
  if (asked === noKey) return sql`and ${stateOfLoan} is null`
  return states.has(asked)
    ? sql`and ${lettersOfState(loans.propertyAddress)} = ${asked}`
    : sql`and false`
}

/** The conditions, each after "and". */
function matching({ status, propertyType, state, rate, maturity, lenderId }: ExposureFilters): SQL {
  const isOf = (value: SQL, asked: string | undefined) =>
    asked === undefined || asked === ''
      ? sql``
      : asked === noKey
        ? sql`and ${value} is null`
        : sql`and ${value}::text = ${nameOfKey(asked)}`
  const held = sql`select loan_id from commitments
    where lender_id = ${lenderId}::uuid and status = 'active' and not is_soft_commit`
  return sql.join(
    [
      status === 'open' ? sql`and kept.is_offered` : sql``,
      status === 'funded' ? sql`and loans.status = 'funded'` : sql``,
      isOf(sql`loans.property_type`, propertyType),
      inState(state),
      isOf(sql`floor(loans.interest_rate)::int`, rate),
      isOf(maturityYear, maturity),
      lenderId === undefined ? sql`` : sql`and loans.id in (${held})`,
    ],
    sql` `,
  )
}
