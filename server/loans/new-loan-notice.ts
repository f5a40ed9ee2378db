/** Tells approved lenders about a new loan, and which of their saved filters it matches. */
import type { Loan } from '#contract/loans/shapes.ts'
import { formatTerm, statusFilters, type StatusFilter } from '#domain/loans/statuses.ts'
import { formatDollars, formatRate } from '#domain/money.ts'
import { containsTextOf } from '#server/database/contains.ts'
import type { Queryable } from '#server/database/client.ts'
import { loans, savedFilters } from '#server/database/schema/loans.ts'
import { approvedLenders, noticesInsert } from '#server/notices/notify.ts'
import { and, isNull, or, sql, type SQL } from 'drizzle-orm'
import { conditionOn, hasStatus, isNamed, singleConditions } from './conditions.ts'
import { isLocatedInTextOf } from './locations.ts'

/**
 * One statement for everyone: one notification each, however many filters match. Returns the number of people.
 */
export async function notifyOfNewLoan(
  db: Queryable,
  { id, title, propertyAddress, amount, interestRate, term }: Loan,
): Promise<number> {
  const told = `${title}: ${formatDollars(amount)} at ${formatRate(interestRate)} for ${formatTerm(term)}`
  const notice = {
    type: 'newLoan' as const,
    loanId: id,
    message: sql`concat_ws('. ', ${told}::text, matched.words)`,
  }
  const { rows } = await db.execute<{ people: number }>(sql`
    with matched as (
      select ${savedFilters.userId} as user_id, ${wordsOfMatches} as words
      from ${savedFilters} join ${loans} on ${loans.id} = ${id}
      where ${isMatch} and ${isWhereAsked(propertyAddress)}
      group by ${savedFilters.userId}
    ), ${noticesInsert('told', [{ to: approvedLenders, notice }], sql` left join matched on matched.user_id = u.id`)}
    select count(*)::int as people from told`)
  return rows[0]?.people ?? 0
}

/** "Matches your saved filters “Boston” and “Retail”". */
const names = sql`array_agg('“' || ${savedFilters.name} || '”'
  order by ${savedFilters.createdAt}, ${savedFilters.id})`
const wordsOfMatches = sql`case count(*)
  when 1 then 'Matches your saved filter ' || (${names})[1]
  else 'Matches your saved filters ' || array_to_string((${names})[:count(*) - 1], ', ')
    || ' and ' || (${names})[count(*)] end`

const unlessNull = (column: (typeof savedFilters)[keyof Conditions], condition: SQL) =>
  or(isNull(column), condition)
type Conditions = Pick<
  typeof savedFilters,
  (typeof singleConditions)[number] | 'search' | 'location'
>

const statuses = Object.keys(statusFilters) as StatusFilter[]

/** Whether a saved filter matches the loan. No new loan is anybody's favorite, or held. */
const isMatch = and(
  sql`${savedFilters.isNotifying} and not ${savedFilters.favorites} and not ${savedFilters.held}`,
  or(
    isNull(savedFilters.status),
    ...statuses.map((status) =>
      and(
        sql`${savedFilters.status} = ${status}`,
        hasStatus(status, (value) => sql`${value}`),
      ),
    ),
  ),
  ...singleConditions.map((name) =>
    unlessNull(savedFilters[name], conditionOn[name](sql`${savedFilters[name]}`)),
  ),
  // Last, as they take the longest.
  unlessNull(
    savedFilters.search,
    isNamed((column) => containsTextOf(column, savedFilters.search)),
  ),
)

const isWhereAsked = (address: string | null) =>
  unlessNull(savedFilters.location, isLocatedInTextOf(savedFilters.location, address))
