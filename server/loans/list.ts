/** Pages of the loans that match, in the order that was asked for, and the totals of all that match. */
import {
  mostAddedUp,
  type anyLoanFilters,
  type Loan,
  type LoanTotals,
  type loanTotalsFilters,
} from '#contract/loans/shapes.ts'
import type { LoanOrder } from '#domain/loans/orders.ts'
import { isStatusFilter, statusFilters, type StatusFilter } from '#domain/loans/statuses.ts'
import { zeroMoney, type Money } from '#domain/money.ts'
import type { Queryable } from '#server/database/client.ts'
import { containsHidden, mayContainHidden, searchParts } from '#server/database/contains.ts'
import { isSeen, type LoansSeen } from '#server/database/loans-seen.ts'
import { hidden, plannedAnew } from '#server/database/named-statements.ts'
import { isFirstMatch } from '#server/database/first-matches.ts'
import { commitments } from '#server/database/schema/book.ts'
import {
  favorites,
  loanAvailability,
  loanFigures,
  loans,
  titleInOrder,
  unknownLtvLast,
} from '#server/database/schema/loans.ts'
import { afterCursor, splitLead } from '#server/http/cursor.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { and, eq, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { conditionOn, hasStatus, isNamed, singleConditions } from './conditions.ts'
import { isLocatedIn } from './locations.ts'
import { fromLoans, markDraft, shownColumns } from './read.ts'

type Filters = z.output<typeof anyLoanFilters>
/** The filters without order and place. */
type Conditions = z.output<typeof loanTotalsFilters> & Pick<Filters, 'isDraft'>
/** Who has favorites and holds, and which loans are listed. */
export interface ListReader {
  principal: Principal | null
  seen: LoansSeen
}
/** How a value is given: for the planner to see, or hidden from it. */
type As = (value: unknown) => SQL

/** A loan, and what it was sorted by, unless by time: for the cursor. */
interface ListedLoan extends Loan {
  lead?: string
}

/** The first `limit` loans that match and come after the cursor. */
export async function listLoans(
  db: Queryable,
  filters: Filters,
  reader: ListReader,
  limit: number,
): Promise<ListedLoan[]> {
  const order = orderOf(filters.sort)
  const matches = matchesOf(filters, reader, order, limit)
  const { rows } = await db.execute<{ [Name in keyof ListedLoan]: ListedLoan[Name] }>(sql`
    select ${shownColumns[reader.seen]} ${order.lead} ${fromLoans} ${order.joined}
    ${matches ? sql`where ${matches}` : sql``}
    order by ${order.by} limit ${limit}`)
  return reader.seen === 'all' ? rows.map(markDraft) : rows
}

/** What all loans that match add up to, by one statement; of too many, only that they are. */
export async function readLoanTotals(
  db: Queryable,
  filters: Conditions,
  reader: ListReader,
): Promise<LoanTotals> {
  const { status, propertyType, ...others } = filters
  const isKept = Object.values(others).every((value) => value === undefined)
  if (reader.seen === 'published' && isKept) return keptTotals(db, { status, propertyType })
  const words = wordsIn(filters)
  const matches = and(
    matching(filters, reader, isOwn(filters) ? hidden : shown),
    words?.contains,
    words?.mayContain,
  )
  const left = sql`${loans.amount} - ${loans.committedAmount}`
  const { rows } = await db.execute<{ [Name in keyof LoanTotals]: LoanTotals[Name] }>(sql`
    select count(*)::int as loans, coalesce(sum(amount), 0)::numeric(30, 2) as amount,
      coalesce(sum(available), 0)::numeric(30, 2) as "availableAmount"
    from (
      select ${loans.amount}, case when ${hasStatus('open', shown)} then ${left} end as available
      from ${loans} ${matches ? sql`where ${matches} ${plannedAnew}` : sql``} limit ${mostAddedUp + 1}
    ) as added`)
  const totals = rows[0] ?? noTotals
  return totals.loans > mostAddedUp
    ? { loans: mostAddedUp, amount: null, availableAmount: null }
    : totals
}

const noTotals: LoanTotals = { loans: 0, amount: zeroMoney, availableAmount: zeroMoney }

/** The totals of all loans of a status or type, from the figures that are kept of these. */
async function keptTotals(
  db: Queryable,
  { status, propertyType }: Pick<Conditions, 'status' | 'propertyType'>,
): Promise<LoanTotals> {
  const isOf = (asked: StatusFilter) => inArray(loanFigures.status, [...statusFilters[asked]])
  const left = sql`${loanFigures.amount} - ${loanFigures.committedAmount}`
  const [totals] = await db
    .select({
      loans: sql<number>`coalesce(sum(${loanFigures.loans}), 0)::int`,
      amount: sql<Money>`coalesce(sum(${loanFigures.amount}), 0)::numeric(30, 2)`,
      availableAmount: sql<Money>`coalesce(sum(${left}) filter (where ${isOf('open')}), 0)::numeric(30, 2)`,
    })
    .from(loanFigures)
    .where(
      and(
        isStatusFilter(status) ? isOf(status) : undefined,
        propertyType ? eq(loanFigures.propertyType, propertyType) : undefined,
      ),
    )
  return totals ?? noTotals
}

interface Order {
  by: SQL
  /** The column that the cursor needs, after a comma; none for the newest. */
  lead: SQL
  isAfter: (cursor: string, as: As) => SQL
  /** What the loans are joined with for it. */
  joined: SQL
}

const newestFirst: Order = {
  by: sql`${loans.createdAt} desc, ${loans.id} desc`,
  lead: sql``,
  isAfter: (cursor, as) => afterCursor(loans.createdAt, loans.id, cursor, as),
  joined: sql``,
}

const { lowest, highest } = unknownLtvLast(loans.ltv)
const title = titleInOrder(loans.title)
const { available } = loanAvailability
const withAvailability = sql`join ${loanAvailability} on ${loanAvailability.loanId} = ${loans.id}`

/** What each order goes by, before time and id. */
const keys: Record<Exclude<LoanOrder, 'newest'>, SQLWrapper> = {
  rate: loans.interestRate,
  '-rate': loans.interestRate,
  amount: loans.amount,
  '-amount': loans.amount,
  term: loans.term,
  '-term': loans.term,
  ltv: lowest,
  '-ltv': highest,
  available,
  '-available': available,
  title,
  '-title': title,
}

/** What a cursor has of a key: its pattern, and the column's type, in which its index can be read from there. */
const figureLead = { pattern: String.raw`-?\d{1,13}(?:\.\d\d)?`, type: sql`numeric` }
const termLead = { pattern: String.raw`\d{1,4}`, type: sql`integer` }
/** It may have `|` in it. */
const titleLead = { pattern: String.raw`[^\0]*`, type: sql`text` }

function orderOf(name: LoanOrder = 'newest'): Order {
  if (name === 'newest') return newestFirst
  const key = keys[name]
  const { pattern, type } = key === title ? titleLead : key === loans.term ? termLead : figureLead
  const isAvailable = key === available
  // The columns of the table whose index has the order.
  const { createdAt, id } = isAvailable
    ? { createdAt: loanAvailability.createdAt, id: loanAvailability.loanId }
    : loans
  const [direction, after] = name.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  // The name tells the cursors of one order from those of another.
  const lead = sql.raw(`'${name}|'`)
  const whole = new RegExp(String.raw`^${name}\|${pattern}$`)
  return {
    by: sql`${key} ${direction}, ${createdAt} ${direction}, ${id} ${direction}`,
    lead: sql`, ${lead} || (${key})::text as lead`,
    isAfter(cursor, as) {
      const { lead: parts, place } = splitLead(cursor, whole, as)
      const value = as(parts.slice(1).join('|'))
      return sql`(${key}, ${createdAt}, ${id}) ${after} (${value}::${type}, ${place})`
    },
    joined: isAvailable ? withAvailability : sql``,
  }
}

/** What loans have to meet, written so that PostgreSQL reads few others. */
function matchesOf(filters: Filters, reader: ListReader, order: Order, limit: number) {
  const { cursor } = filters
  const match = (as: As) =>
    and(matching(filters, reader, as), cursor ? order.isAfter(cursor, as) : undefined)
  const words = wordsIn(filters)
  // What is the reader's own are few loans, which are looked up.
  if (isOwn(filters)) return and(match(hidden), words?.contains)
  const isJoined = order.joined === withAvailability
  if (words) {
    const { id, createdAt } = loans
    const search = {
      table: sql`${loans}`,
      id,
      createdAt,
      inOrder: order.by,
      joined: order.joined,
      limit,
    }
    return isFirstMatch({ ...search, ...words, besides: match(hidden) })
  }
  // How many loans a range or a type leaves depends on its values, and so does the best plan.
  const range = filters.ltvMax ?? filters.rateMin ?? filters.amountMin ?? filters.amountMax
  const isOfKind = filters.propertyType ?? (isJoined && isStatusFilter(filters.status))
  // Of both, PostgreSQL reads the loans in order, or those of both, of which there may be few.
  const isOfBoth = filters.propertyType && isStatusFilter(filters.status)
  if (range || isOfBoth || (isOfKind && order !== newestFirst))
    return sql`${match(shown)} ${plannedAnew}`
  return match(order === newestFirst ? shown : hidden)
}

const shown: As = (value) => sql`${value}`

const isOwn = ({ favorites: favorite, held }: Conditions) => favorite === 'true' || held === 'true'

/** Whether a loan contains the words, and whether it may, as the index knows it. */
interface Words {
  contains: SQL
  mayContain: SQL
}

/** The texts that loans have to contain, and where they have to be; null for none. */
function wordsIn({ search, location }: Conditions) {
  const { title: name, borrowerName: borrower } = loans
  const [words, place] = [search?.trim(), location?.trim()]
  const asked: Words[] = []
  if (words)
    asked.push({
      contains: isNamed((column) => containsHidden(column, words)),
      mayContain: mayContainHidden(searchParts(name, borrower), words),
    })
  if (place) asked.push(isLocatedIn(place))
  if (asked.length === 0) return null
  const all = (part: keyof Words) =>
    sql.join(
      asked.map((each) => each[part]),
      sql` and `,
    )
  return { contains: all('contains'), mayContain: all('mayContain') }
}

/** What loans have to meet besides words. */
function matching(filters: Conditions, reader: ListReader, as: As) {
  const { status, isDraft } = filters
  return and(
    isSeen(reader.seen),
    isDraft ? sql`${loans.isDraft} = ${sql.raw(isDraft)}` : undefined,
    isStatusFilter(status) ? hasStatus(status, as) : undefined,
    ...singleConditions.map((name) =>
      filters[name] ? conditionOn[name](as(filters[name])) : undefined,
    ),
    isOwn(filters) ? isOneOfOwn(filters, reader.principal) : undefined,
  )
}

/** As an array, whose loans are looked up one by one: nobody has so many that reading all is faster. */
function isOneOfOwn({ favorites: favorite, held }: Conditions, reader: Principal | null): SQL {
  const readerId = sql`${hidden(reader?.account.id ?? null)}::uuid`
  const lists = [
    ...(favorite === 'true'
      ? [sql`select ${favorites.loanId} from ${favorites} where ${favorites.userId} = ${readerId}`]
      : []),
    ...(held === 'true'
      ? [
          sql`select ${commitments.loanId} from ${commitments}
            where ${commitments.lenderId} = ${readerId} and ${commitments.status} = 'active'`,
        ]
      : []),
  ]
  return sql`${loans.id} = any(array(${sql.join(lists, sql` intersect `)}))`
}
