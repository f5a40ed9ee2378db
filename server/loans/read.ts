/** Loans as everyone reads them: one, and pages of those that match. */
import { loan as loanShape, type Loan, type LoanFilters } from '#contract/loans/shapes.ts'
import { isStatusFilter, statusFilters } from '#domain/loans/statuses.ts'
import { inBatches } from '#server/database/batches.ts'
import type { Queryable } from '#server/database/client.ts'
import { containsHidden, mayContainHidden, searchParts } from '#server/database/contains.ts'
import { hidden } from '#server/database/named-statements.ts'
import { isNewestMatch } from '#server/database/newest-matches.ts'
import { loans } from '#server/database/schema/loans.ts'
import { photos } from '#server/database/schema/documents.ts'
import { selected, statement } from '#server/database/statement.ts'
import { notFound } from '#server/errors.ts'
import { afterCursor, utcText } from '#server/http/cursor.ts'
import { and, desc, getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm'

const columns = getTableColumns(loans)
type Shown = Exclude<keyof Loan, 'coverUrl'>
// Only what the contract shows: a column that it lacks stays inside. The names are its keys.
const shown = Object.fromEntries(
  Object.entries(columns).filter(([name]) => name in loanShape.shape),
) as Pick<typeof columns, Shown>

/** Joins a loan's cover photo. */
export function coverOf(loanId: SQLWrapper): SQL {
  return sql`${photos.loanId} = ${loanId} and ${photos.isCover}`
}

/**
 * The address of a loan's cover photo, joined by `coverOf`. The photo's id changes it with the cover, so
 * that the photo can be cached.
 */
export function coverUrlOf(loanId: SQLWrapper): SQL<string | null> {
  return sql`'/api/loans/' || ${loanId} || '/cover?photo=' || ${photos.id}`
}

/** A loan's columns by the names of the answer; they need the join of `coverOfLoan`. */
export const loanColumns = {
  ...shown,
  version: sql<string>`${loans.version}::text`,
  createdAt: utcText(loans.createdAt),
  coverUrl: coverUrlOf(loans.id),
}

export const coverOfLoan = coverOf(loans.id)

const selectLoans = sql`select ${selected(loanColumns)}
  from ${loans} left join ${photos} on ${coverOfLoan}`

// Each is looked up by itself, so that no plan reads the whole table; `findByHashes` says why it is JSON.
const selectLoansOf = statement<Loan, { ids: string }>(sql`
  select found.* from jsonb_array_elements_text(${sql.placeholder('ids')}::jsonb) as asked (id),
    lateral (${selectLoans} where ${loans.id} = asked.id::uuid offset 0) as found`)

const lookUp = inBatches(async (db: Queryable, ids: string[]) => {
  const found = await selectLoansOf(db, { ids: JSON.stringify(ids) })
  return new Map(found.map((row) => [row.id, row]))
})

/** One loan, or 404. Those that are asked for while others are read go together. */
export async function findLoan(db: Queryable, id: string): Promise<Loan> {
  const loan = await lookUp(db, id.toLowerCase())
  if (!loan) throw notFound('The loan')
  return loan
}

type Filters = { [Name in keyof LoanFilters]: string | undefined }

/** The first `limit` loans that match and come after the cursor, newest first. */
export async function listLoans(db: Queryable, filters: Filters, limit: number): Promise<Loan[]> {
  const words = filters.search?.trim()
  const matches = words ? isFound(words, matching(filters, hidden), limit) : matching(filters)
  const { rows } = await db.execute<{ [Name in keyof Loan]: Loan[Name] }>(sql`
    ${selectLoans} ${matches ? sql`where ${matches}` : sql``}
    order by ${desc(loans.createdAt)}, ${desc(loans.id)} limit ${limit}`)
  return rows
}

const isFound = (words: string, besides: SQL | undefined, limit: number) =>
  isNewestMatch({
    table: sql`${loans}`,
    id: loans.id,
    createdAt: loans.createdAt,
    contains: sql`(${containsHidden(loans.title, words)} or ${containsHidden(loans.borrowerName, words)})`,
    mayContain: mayContainHidden(searchParts(loans.title, loans.borrowerName), words),
    besides,
    limit,
  })

/** What loans have to meet besides a search; `as` says how values are given. */
function matching(
  { status, propertyType, cursor }: Filters,
  as: (value: unknown) => SQL = (value) => sql`${value}`,
): SQL | undefined {
  const statuses = isStatusFilter(status) ? statusFilters[status] : []
  return and(
    statuses.length > 0
      ? sql`${loans.status} in (${sql.join(statuses.map(as), sql`, `)})`
      : undefined,
    propertyType ? sql`${loans.propertyType} = ${as(propertyType)}` : undefined,
    cursor ? afterCursor(loans.createdAt, loans.id, cursor, as) : undefined,
  )
}
