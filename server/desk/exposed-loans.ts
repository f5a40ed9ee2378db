/** The loans of the exposure, page by page: by default the offered ones with the largest gap first. */
import type { ExposedLoan, exposedLoanPage } from '#contract/desk/exposure.ts'
import { noKey, type ExposureColumn } from '#domain/desk/exposure.ts'
import { states } from '#domain/loans/addresses.ts'
import type { Queryable } from '#server/database/client.ts'
import { isSeen } from '#server/database/loans-seen.ts'
import { plannedAnew } from '#server/database/named-statements.ts'
import { loans, titleInOrder } from '#server/database/schema/loans.ts'
import { splitLead, utcText } from '#server/http/cursor.ts'
import { maturityYear } from '#server/loans/funded.ts'
import { sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { lettersOfState, stateOfLoan } from './exposure.ts'

export type ExposureFilters = Omit<z.output<typeof exposedLoanPage>, 'limit'>

/** A loan and its place in the order of the list. */
export interface PlacedLoan extends ExposedLoan {
  createdAt: string
  lead: string
}

/** A number that is in the order of times; microseconds, as times are stored. */
const inTime = (time: SQL) => sql`(extract(epoch from ${time}) * 1000000)::numeric(20, 0)`

const keys: Record<ExposureColumn, SQL> = {
  gap: sql`kept.uncommitted`,
  amount: sql`loans.amount`,
  binding: sql`loans.committed_amount`,
  soft: sql`kept.soft_amount`,
  coverage: sql`(kept.soft_percentage - kept.available)`,
  published: inTime(sql`kept.published_at`),
  moved: sql`coalesce(${inTime(sql`kept.moved_at`)}, 0)`,
  title: titleInOrder(loans.title),
}

/** The columns that are equal in both tables are taken from the one whose index has the order. */
const tieBreakersOf = (column: ExposureColumn) =>
  column === 'amount' || column === 'title'
    ? { createdAt: sql`loans.created_at`, id: sql`loans.id` }
    : { createdAt: sql`kept.created_at`, id: sql`kept.loan_id` }

const figureText = String.raw`-?\d{1,20}(?:\.\d{1,2})?`
const titleText = String.raw`[^\0]*`

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
  const { rows } = await db.execute<{ [Name in keyof PlacedLoan]: PlacedLoan[Name] }>(sql`
    select loans.id, loans.title, loans.status, loans.amount,
      loans.committed_amount as "bindingAmount", loans.committed_percentage as "bindingPercentage",
      kept.soft_amount::numeric(30, 2) as "softAmount", loans.soft_percentage as "softPercentage",
      loans.committed_percentage + loans.soft_percentage as "coveragePercentage",
      (loans.amount - loans.committed_amount) as "uncommittedAmount",
      ${utcText(sql`kept.published_at`)} as "publishedAt", ${utcText(sql`kept.moved_at`)} as "movedAt",
      ${utcText(sql`kept.created_at`)} as "createdAt", ${sql.raw(`'${sort}|'`)} || (${key})::text as "lead"
    from loan_availability kept join loans on loans.id = kept.loan_id
    where ${isSeen('published')} ${matching(filters)}
      ${place ? sql`and (${key}, ${createdAt}, ${id}) ${after} (${place})` : sql``}
      ${plannedAnew}
    order by ${key} ${direction}, ${createdAt} ${direction}, ${id} ${direction}
    limit ${limit}`)
  return rows
}

function placeAfter(sort: string, column: ExposureColumn, cursor: string): SQL {
  const isTitle = column === 'title'
  const pattern = new RegExp(String.raw`^${sort}\|${isTitle ? titleText : figureText}$`)
  const { lead, place } = splitLead(cursor, pattern)
  const value = lead.slice(1).join('|')
  return sql`${value}::${isTitle ? sql`text` : sql`numeric`}, ${place}`
}

/** Of one state, letters are compared; whether they are a state's takes longer. */
function inState(asked: string | undefined): SQL {
  if (asked === undefined || asked === '') return sql``
  if (asked === noKey) return sql`and ${stateOfLoan} is null`
  return states.has(asked) ? sql`and ${lettersOfState} = ${asked}` : sql`and false`
}

/** The conditions, each after "and". */
function matching({ status, propertyType, state, rate, maturity, lenderId }: ExposureFilters): SQL {
  const isOf = (value: SQL, asked: string | undefined) =>
    asked === undefined || asked === ''
      ? sql``
      : asked === noKey
        ? sql`and ${value} is null`
        : sql`and ${value}::text = ${asked}`
  const held = sql`select loan_id from commitments
    where lender_id = ${lenderId}::uuid and status = 'active' and not is_soft_commit`
  return sql.join(
    [
      status === 'open'
        ? sql`and kept.is_offered`
        : status === 'funded'
          ? sql`and loans.status = 'funded'`
          : sql``,
      isOf(sql`loans.property_type`, propertyType),
      inState(state),
      isOf(sql`floor(loans.interest_rate)::int`, rate),
      // Most loans are not, and of each the audit trail would be asked.
      /^\d/.test(maturity ?? '') ? sql`and loans.status = 'funded'` : sql``,
      isOf(maturityYear, maturity),
      lenderId === undefined ? sql`` : sql`and loans.id in (${held})`,
    ],
    sql` `,
  )
}
