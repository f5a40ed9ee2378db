/** Notifies approved lenders of a new loan, and names their saved filters that match it. */
import { groupBy } from '#domain/groups.ts'
import { teaserAddressOf } from '#domain/audience/teaser-address.ts'
import { deadlineSentence } from '#domain/loans/dates/deadlines.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import type { AddressedNotice } from '#domain/notifications/notices.ts'
import { formatTerm, statusFilters, type StatusFilter } from '#domain/loans/statuses.ts'
import { formatDollars, formatExactRate } from '#domain/money.ts'
import { containsTextOf } from '#server/database/sql/contains.ts'
import type { Queryable } from '#server/database/client.ts'
import { isFullySeenByFirm } from '#server/database/schema/audience.ts'
import { loans, savedFilters } from '#server/database/schema/loans.ts'
import { approvedLenders } from '#server/notices/notify.ts'
import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import { conditionOn, hasStatus, isNamed, singleConditions } from './list/conditions.ts'
import { isLocatedInTextOf } from '#server/loans/list/list-loans.ts'
import { seenLoans } from './loans-seen.ts'
import type { LoanRow } from './read-loans.ts'

/** Creates one notice per lender, regardless of the number of matching filters. */
export async function noticesOfNewLoan(db: Queryable, loan: LoanRow): Promise<AddressedNotice[]> {
  const { id, title, amount, term } = loan
  const news = `${title}: ${formatDollars(amount)} at ${formatExactRate(exactRate(loan))} for ${formatTerm(term)}`
  const deadline = deadlineSentence(loan)
  const notice = { type: 'newLoan', loanId: id } as const
  const rows = [
    ...(await findMatches(db, loan, 'full')),
    ...(loan.audience === 'teaser' ? await findMatches(db, loan, 'teaser') : []),
  ]
  const matched = [...groupBy(rows, ({ words }) => words)].map(
    ([words, people]): AddressedNotice => ({
      to: 'people',
      ids: people.map(({ userId }) => userId),
      notice: { ...notice, message: `${news}.${deadline} ${words}` },
    }),
  )
  const except = rows.map(({ userId }) => userId)
  const message = deadline ? `${news}.${deadline}` : news
  return [...matched, { to: 'lenders', except, notice: { ...notice, message } }]
}

/** Saved filters match the fields that their owner sees: those of the whole loan, or those of a teaser. */
async function findMatches(db: Queryable, loan: LoanRow, sees: 'full' | 'teaser') {
  const isFull = isFullySeenByFirm(sql`${loan.id}::uuid`, sql`u.firm_id`)
  const [readers, address, seen] =
    sees === 'full'
      ? [isFull, loan.propertyAddress, 'all' as const]
      : [sql`not ${isFull}`, teaserAddressOf(loan.propertyAddress), { firmId: null }]
  const { rows } = await db.execute<{ userId: string; words: string }>(sql`
    select ${savedFilters.userId} as "userId", ${matchText} as words
    from ${savedFilters} join ${seenLoans(seen)} on ${loans.id} = ${loan.id}
      join users u on u.id = ${savedFilters.userId} and ${approvedLenders} and ${readers}
    where ${isMatch} and ${isWhereAsked(address)}
    group by ${savedFilters.userId}`)
  return rows
}

const names = sql`array_agg('“' || ${savedFilters.name} || '”'
  order by ${savedFilters.createdAt}, ${savedFilters.id})`
const matchText = sql`case count(*)
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

/** True if a saved filter matches the loan. A new loan can't be a favorite, and no lender has a share in it. */
const isMatch = and(
  sql`${savedFilters.isNotifying} and not ${savedFilters.favorites} and not ${savedFilters.held}`,
  or(
    isNull(savedFilters.status),
    ...statuses.map((status) => and(eq(savedFilters.status, status), hasStatus(status))),
  ),
  ...singleConditions.map((name) =>
    unlessNull(savedFilters[name], conditionOn[name](savedFilters[name])),
  ),
  unlessNull(
    savedFilters.search,
    isNamed((column) => containsTextOf(column, savedFilters.search)),
  ),
)

const isWhereAsked = (address: string | null) =>
  unlessNull(savedFilters.location, isLocatedInTextOf(savedFilters.location, address))
