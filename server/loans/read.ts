/** Loans as everyone reads them. `list.ts` reads pages of them. */
import { loan as loanShape, type Loan } from '#contract/loans/shapes.ts'
import { inBatches } from '#server/database/batches.ts'
import type { Queryable } from '#server/database/client.ts'
import { loans } from '#server/database/schema/loans.ts'
import { photos } from '#server/database/schema/documents.ts'
import { selected, statement } from '#server/database/statement.ts'
import { notFound } from '#server/errors.ts'
import { utcText } from '#server/http/cursor.ts'
import { getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm'

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

/** The columns, and where they come from. */
export const shownColumns = selected(loanColumns)
export const fromLoans = sql`from ${loans} left join ${photos} on ${coverOfLoan}`

// Each is looked up by itself, so that no plan reads the whole table; `findByHashes` says why it is JSON.
const selectLoansOf = statement<Loan, { ids: string }>(sql`
  select found.* from jsonb_array_elements_text(${sql.placeholder('ids')}::jsonb) as asked (id),
    lateral (select ${shownColumns} ${fromLoans} where ${loans.id} = asked.id::uuid offset 0) as found`)

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
