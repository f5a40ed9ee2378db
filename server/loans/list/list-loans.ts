import type {
  anyLoanFilters,
  LoanTotals,
  loanTotalsFilters,
  Stats,
} from '#contract/loans/shapes.ts'
import type { LoanOrder } from '#domain/loans/orders.ts'
import { isStatusFilter } from '#domain/loans/statuses.ts'
import type { Money } from '#domain/money.ts'
import type { Queryable, Database } from '#server/database/client.ts'
import { contains, containsTextOf } from '#server/database/sql/contains.ts'
import { isSeen, isSeenRow, seenLoans, type LoansSeen } from '#server/loans/loans-seen.ts'
import { commitments } from '#server/database/schema/book.ts'
import { favorites, loanMarks, loans } from '#server/database/schema/loans.ts'
import { afterCursor, splitLead } from '#server/database/sql/cursor.ts'
import { isHeldFor } from '#server/book/shares.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { and, eq, sql, type SQL, type SQLWrapper, isNotNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { debtYield, dscr, exactRate } from './credit.ts'
import { conditionOn, hasStatus, isBookOpen, isNamed, singleConditions } from './conditions.ts'
import { fromLoans, shownColumns, withFlags, type LoanRow } from '#server/loans/read-loans.ts'
import { users } from '#server/database/schema/accounts.ts'
import { namedState, partPattern, stateTexts, stateTextsOf } from '#domain/loans/property/places.ts'

type Filters = z.output<typeof anyLoanFilters>
type Conditions = z.output<typeof loanTotalsFilters> & Pick<Filters, 'isDraft'>
interface ListReader {
  principal: Principal | null
  seen: Exclude<LoansSeen, 'public'>
}

interface ListedLoan extends LoanRow {
  lead?: string
}

export async function listLoans(
  db: Queryable,
  filters: Filters,
  reader: ListReader,
  limit: number,
): Promise<ListedLoan[]> {
  const order = orderOf(filters.sort, filters.cursor)
  const { rows } = await db.execute<{ [Name in keyof ListedLoan]: ListedLoan[Name] }>(sql`
    select ${shownColumns(reader.seen)} ${order.lead} ${fromLoans(reader.seen)}
    where ${and(matching(filters, reader), filters.cursor ? order.isAfter(filters.cursor) : undefined)}
    order by ${order.by} limit ${limit}`)
  return rows.map(withFlags)
}

export async function readLoanTotals(
  db: Queryable,
  filters: Conditions,
  reader: ListReader,
): Promise<LoanTotals> {
  const passed = hasPassed(reader.principal)
  const isListed = filters.hidePassed === 'true' ? sql`not ${passed}` : sql`true`
  const [totals] = await db
    .select({
      loans: sql<number>`(count(*) filter (where ${isListed}))::int`,
      amount: sql<Money>`coalesce(sum(${loans.amount}) filter (where ${isListed}), 0)::numeric(30, 2)`,
      availableAmount: sql<Money>`coalesce(sum(${availableAmount}) filter (where ${isListed}), 0)::numeric(30, 2)`,
      passedLoans: sql<number>`(count(*) filter (where ${passed}))::int`,
    })
    .from(seenLoans(reader.seen))
    .where(matching({ ...filters, hidePassed: 'false' }, reader))
  if (!totals) throw new Error('An aggregate gave no row')
  return totals
}

interface Order {
  by: SQL
  /** The column needed by the cursor, preceded by a comma. Empty if the order is newest first. */
  lead: SQL
  isAfter: (cursor: string) => SQL
}

const newestFirst: Order = {
  by: sql`${loans.createdAt} desc, ${loans.id} desc`,
  lead: sql``,
  isAfter: (cursor) => afterCursor(loans.createdAt, loans.id, cursor),
}

/** Sorts titles case-insensitively and numerically ("Loan 2" before "Loan 10"), in the same way in every database. */
export const titleInOrder = sql`lower(${loans.title}) collate natural_order`

const availableAmount = sql`(case when ${isBookOpen} then ${loans.amount} - ${loans.committedAmount} else 0 end)`

/** The sort keys that precede time and id. Loans without a value come last in both directions. */
const keys: Record<Exclude<LoanOrder, 'newest' | 'due'>, SQLWrapper> = {
  rate: exactRate,
  '-rate': exactRate,
  amount: loans.amount,
  '-amount': loans.amount,
  term: loans.term,
  '-term': loans.term,
  ltv: sql`coalesce(${loans.ltv}, 1000)`,
  '-ltv': sql`coalesce(${loans.ltv}, -1)`,
  debtYield: sql`coalesce(${debtYield}, 1e18)`,
  '-debtYield': sql`coalesce(${debtYield}, -1)`,
  dscr: sql`coalesce(${dscr}, 1e18)`,
  '-dscr': sql`coalesce(${dscr}, -1)`,
  available: availableAmount,
  '-available': availableAmount,
  title: titleInOrder,
  '-title': titleInOrder,
}

/** The pattern for a key in a cursor, and the key's type. A title can contain `|`. */
const figureLead = { pattern: String.raw`-?\d{1,20}(?:\.\d{1,5})?`, type: sql`numeric` }
const termLead = { pattern: String.raw`\d{1,4}`, type: sql`integer` }
const titleLead = { pattern: String.raw`[^\0]*`, type: sql`text` }

function orderOf(name: LoanOrder = 'newest', cursor?: string): Order {
  if (name === 'newest') return newestFirst
  if (name === 'due') return dueFirst(cursor)
  const key = keys[name]
  const { pattern, type } =
    key === titleInOrder ? titleLead : key === loans.term ? termLead : figureLead
  return orderBy(key, { name, pattern, type, isDescending: name.startsWith('-') })
}

/**
 * Sorts upcoming deadlines first (soonest first), then passed deadlines (latest first), then loans that are funded or
 * have no deadline. The cursor stores the time of the first page so that later pages use the same order.
 */
function dueFirst(cursor: string | undefined): Order {
  const pattern = String.raw`\d{1,12}(?:\.\d{1,6})?`
  const wholeLead = new RegExp(String.raw`^due\|\d{10,11}\|${pattern}$`)
  const asOf = cursor
    ? (splitLead(cursor, wholeLead).lead[1] ?? '')
    : String(Math.floor(Date.now() / 1000))
  const epoch = sql`extract(epoch from ${loans.commitmentDeadline})`
  // Deadlines are before the year 3000, which is 33 billion seconds after 1970.
  const key = sql`(case when ${loans.commitmentDeadline} is null or ${hasStatus('funded')} then 500000000000
    when ${epoch} > ${asOf}::numeric then ${epoch} else 200000000000 - ${epoch} end)`
  return orderBy(key, { name: `due|${asOf}`, pattern, type: sql`numeric`, isDescending: false })
}

interface Lead {
  name: string
  pattern: string
  type: SQL
  isDescending: boolean
}

function orderBy(key: SQLWrapper, { name, pattern, type, isDescending }: Lead): Order {
  const [direction, after] = isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const wholeLead = new RegExp(`^${name.replace('|', String.raw`\|`)}\\|${pattern}$`)
  return {
    by: sql`${key} ${direction}, ${loans.createdAt} ${direction}, ${loans.id} ${direction}`,
    lead: sql`, ${sql.raw(`'${name}|'`)} || (${key})::text as lead`,
    isAfter(cursor) {
      const { lead, place } = splitLead(cursor, wholeLead)
      const value = sql`${lead.slice(name.split('|').length).join('|')}::${type}`
      return sql`(${key}, ${loans.createdAt}, ${loans.id}) ${after} (${value}, ${place})`
    },
  }
}

/** True if the reader has marked the loan as passed. Always false for visitors. */
const hasPassed = (principal: Principal | null) =>
  principal
    ? sql`${loans.id} in (select ${loanMarks.loanId} from ${loanMarks}
        where ${loanMarks.userId} = ${principal.account.id}::uuid and ${loanMarks.stage} = 'passed')`
    : sql`false`

function matching(filters: Conditions, { principal, seen }: ListReader): SQL | undefined {
  const [words, place] = [filters.search?.trim(), filters.location?.trim()]
  const readerId = sql`${principal?.account.id ?? null}::uuid`
  return and(
    isSeenRow(seen),
    filters.isDraft ? eq(loans.isDraft, filters.isDraft === 'true') : undefined,
    isStatusFilter(filters.status) ? hasStatus(filters.status) : undefined,
    ...singleConditions.map((name) => {
      const value = filters[name]
      return value ? conditionOn[name](value) : undefined
    }),
    words ? isNamed((column) => contains(column, words)) : undefined,
    place ? isLocatedIn(place) : undefined,
    filters.favorites === 'true'
      ? sql`${loans.id} in (select ${favorites.loanId} from ${favorites} where ${favorites.userId} = ${readerId})`
      : undefined,
    filters.held === 'true'
      ? sql`${loans.id} in (select ${commitments.loanId} from ${commitments}
          where ${principal ? isHeldFor(principal) : sql`false`} and ${commitments.status} = 'active')`
      : undefined,
    filters.hidePassed === 'true' ? sql`not ${hasPassed(principal)}` : undefined,
  )
}

export async function readStats(db: Database): Promise<Stats> {
  const isOpen = hasStatus('open')
  const left = sql`${loans.amount} - ${loans.committedAmount}`
  const [figures] = await db
    .select({
      totalLoansAmount: sql<Money>`coalesce(sum(${loans.amount}) filter (where ${isOpen}), 0)::numeric(30, 2)`,
      totalAvailableAmount: sql<Money>`coalesce(sum(${left}) filter (where ${isOpen}), 0)::numeric(30, 2)`,
      activeLoansCount: sql<number>`(count(*) filter (where ${isOpen}))::int`,
      all: sql<number>`count(*)::int`,
    })
    .from(loans)
    .where(isSeen('public'))
  if (!figures) throw new Error('An aggregate gave no row')
  const totalLendersCount = await db.$count(
    users,
    sql`is_approved and not is_admin and deactivated_at is null`,
  )
  const { all: totalLoansCount, ...open } = figures
  return { ...open, totalLendersCount, totalLoansCount }
}

export async function listPropertyTypes(db: Database, seen: LoansSeen): Promise<string[]> {
  const rows = await db
    .selectDistinct({ type: sql<string>`${loans.propertyType}` })
    .from(loans)
    .where(and(isSeen(seen), isNotNull(loans.propertyType)))
    .orderBy(loans.propertyType)
  return rows.map(({ type }) => type)
}

/**
 * The code or name of a state matches all loans in it. A name also matches cities. Other text matches part of the
 * address.
 */
function isLocatedIn(place: string): SQL {
  const state = namedState(place)
  if (!state) return contains(loans.propertyAddress, place)
  const isInState = eq(loans.state, state.code)
  return state.name === null
    ? isInState
    : sql`(${isInState} or ${loans.propertyAddress} ~* ${partPattern(state.name)})`
}

/** Returns true if the address is in the location that is stored in a column. */
export const isLocatedInTextOf = (place: AnyPgColumn, address: string | null): SQL => sql`
  case when lower(${place}) = any(${sql.param(stateTexts)}::text[])
    then lower(${place}) = any(${sql.param(stateTextsOf(address))}::text[])
    else ${containsTextOf(loans.propertyAddress, place)} end`
