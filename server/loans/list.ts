/** Pages of the loans that match, in the order that was asked for. */
import type { loanFilters, Loan } from '#contract/loans/shapes.ts'
import type { LoanOrder } from '#domain/loans/orders.ts'
import { isStatusFilter, statusFilters } from '#domain/loans/statuses.ts'
import type { Queryable } from '#server/database/client.ts'
import { containsHidden, mayContainHidden, searchParts } from '#server/database/contains.ts'
import { hidden, plannedAnew } from '#server/database/named-statements.ts'
import { isNewestMatch } from '#server/database/newest-matches.ts'
import { commitments } from '#server/database/schema/book.ts'
import { favorites, loans, titleInOrder, unknownLtvLast } from '#server/database/schema/loans.ts'
import { afterCursor, splitLead } from '#server/http/cursor.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { and, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { fromLoans, shownColumns } from './read.ts'

type Filters = z.output<typeof loanFilters>
/** How a value is given: for the planner to see, or hidden from it. */
type As = (value: unknown) => SQL

/** A loan, and what it was sorted by, unless by time: for the cursor. */
interface ListedLoan extends Loan {
  lead?: string
}

/** The first `limit` loans that match and come after the cursor. `reader` is who has favorites and holds. */
export async function listLoans(
  db: Queryable,
  filters: Filters,
  reader: Principal | null,
  limit: number,
): Promise<ListedLoan[]> {
  const order = orderOf(filters.sort)
  const matches = matchesOf(filters, reader, order, limit)
  const { rows } = await db.execute<{ [Name in keyof ListedLoan]: ListedLoan[Name] }>(sql`
    select ${shownColumns} ${order.lead} ${fromLoans} ${matches ? sql`where ${matches}` : sql``}
    order by ${order.by} limit ${limit}`)
  return rows
}

interface Order {
  by: SQL
  /** The column that the cursor needs, after a comma; none for the newest. */
  lead: SQL
  isAfter: (cursor: string, as: As) => SQL
  /** Whether an index has it. */
  isIndexed: boolean
}

const newestFirst: Order = {
  by: sql`${loans.createdAt} desc, ${loans.id} desc`,
  lead: sql``,
  isAfter: (cursor, as) => afterCursor(loans.createdAt, loans.id, cursor, as),
  isIndexed: true,
}

const { lowest, highest } = unknownLtvLast(loans.ltv)
const title = titleInOrder(loans.title)
const available = sql`(100 - ${loans.committedPercentage})`

/** What each order goes by, before time and id. */
const keys: Record<Exclude<LoanOrder, 'newest'>, SQLWrapper> = {
  rate: loans.interestRate,
  '-rate': loans.interestRate,
  amount: loans.amount,
  '-amount': loans.amount,
  ltv: lowest,
  '-ltv': highest,
  available,
  '-available': available,
  title,
  '-title': title,
}

/** What a cursor has of a key, as patterns: a figure, or a title, which may have `|` in it. */
const figureText = String.raw`-?\d{1,13}(?:\.\d\d)?`
const titleText = String.raw`[^\0]*`

function orderOf(name: LoanOrder = 'newest'): Order {
  if (name === 'newest') return newestFirst
  const key = keys[name]
  const isTitle = key === title
  const [direction, after] = name.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  // The name tells the cursors of one order from those of another.
  const lead = sql.raw(`'${name}|'`)
  const pattern = new RegExp(String.raw`^${name}\|${isTitle ? titleText : figureText}$`)
  return {
    by: sql`${key} ${direction}, ${loans.createdAt} ${direction}, ${loans.id} ${direction}`,
    lead: sql`, ${lead} || (${key})::text as lead`,
    isAfter(cursor, as) {
      const { lead: parts, place } = splitLead(cursor, pattern, as)
      const value = as(parts.slice(1).join('|'))
      const type = isTitle ? sql`text` : sql`numeric`
      return sql`(${key}, ${loans.createdAt}, ${loans.id}) ${after} (${value}::${type}, ${place})`
    },
    isIndexed: key !== available,
  }
}

/** What loans have to meet, written so that PostgreSQL reads few others. */
function matchesOf(filters: Filters, reader: Principal | null, order: Order, limit: number) {
  const match = (as: As) => matching(filters, reader, order, as)
  const words = wordsIn(filters)
  // What is the reader's own are few loans, which are looked up.
  if (isOwn(filters)) return and(match(hidden), words?.contains)
  if (!order.isIndexed)
    return isAmongFirst(and(match(hidden), words?.contains, words?.mayContain), order, limit)
  if (words) {
    const { id, createdAt } = loans
    const search = { table: sql`${loans}`, id, createdAt, inOrder: order.by, limit }
    return isNewestMatch({ ...search, ...words, besides: match(hidden) })
  }
  // How many loans a range or a type leaves depends on its values, and so does the best plan.
  const range = filters.ltvMax ?? filters.rateMin ?? filters.amountMin ?? filters.amountMax
  if (range || (filters.propertyType && order !== newestFirst))
    return sql`${match(shown)} ${plannedAnew}`
  return match(order === newestFirst ? shown : hidden)
}

/** Sorts ids alone: with all that is shown of each loan, sorting all loans takes five times as long. */
const isAmongFirst = (matches: SQL | undefined, order: Order, limit: number) => sql`
  ${loans.id} = any(array(select ${loans.id} from ${loans}
    where ${matches ?? sql`true`} order by ${order.by} limit ${hidden(limit)}::int))`

const shown: As = (value) => sql`${value}`

const isOwn = ({ favorites: favorite, held }: Filters) => favorite === 'true' || held === 'true'

/** The texts that loans have to contain, and what the index knows of them; null for none. */
function wordsIn({ search, location }: Filters) {
  const { title: name, borrowerName: borrower, propertyAddress: address } = loans
  const [words, place] = [search?.trim(), location?.trim()]
  const asked: { contains: SQL; mayContain: SQL }[] = []
  if (words)
    asked.push({
      contains: sql`(${containsHidden(name, words)} or ${containsHidden(borrower, words)})`,
      mayContain: mayContainHidden(searchParts(name, borrower), words),
    })
  if (place)
    asked.push({
      contains: containsHidden(address, place),
      mayContain: mayContainHidden(searchParts(address), place),
    })
  if (asked.length === 0) return null
  const all = (part: keyof (typeof asked)[number]) =>
    sql.join(
      asked.map((each) => each[part]),
      sql` and `,
    )
  return { contains: all('contains'), mayContain: all('mayContain') }
}

/** What loans have to meet besides words. */
function matching(filters: Filters, reader: Principal | null, order: Order, as: As) {
  const { status, propertyType, ltvMax, rateMin, amountMin, amountMax, cursor } = filters
  const statuses = isStatusFilter(status) ? statusFilters[status] : []
  return and(
    statuses.length > 0
      ? sql`${loans.status} in (${sql.join(statuses.map(as), sql`, `)})`
      : undefined,
    propertyType ? sql`${loans.propertyType} = ${as(propertyType)}` : undefined,
    // A loan without LTV has 1000 there.
    ltvMax ? sql`${lowest} <= ${as(ltvMax)}::numeric` : undefined,
    rateMin ? sql`${loans.interestRate} >= ${as(rateMin)}::numeric` : undefined,
    amountMin ? sql`${loans.amount} >= ${as(amountMin)}::numeric` : undefined,
    amountMax ? sql`${loans.amount} <= ${as(amountMax)}::numeric` : undefined,
    isOwn(filters) ? isOneOfOwn(filters, reader) : undefined,
    cursor ? order.isAfter(cursor, as) : undefined,
  )
}

/** As an array, whose loans are looked up one by one: nobody has so many that reading all is faster. */
function isOneOfOwn({ favorites: favorite, held }: Filters, reader: Principal | null): SQL {
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
