/**
 * The loans that a reader can see, and how much of each. Only administrators can see drafts, and other readers see a loan
 * as its audience allows. Every statement that lists, counts, or finds loans for a reader must therefore include the
 * condition `isSeen` or `isFullySeen`, or read `seenLoans`, which hides what a teaser doesn't show.
 */
import { teaserFields } from '#domain/audience/audiences.ts'
import { isLender } from '#domain/access.ts'
import { loansAdmitting } from '#server/database/schema/audience.ts'
import { loans } from '#server/database/schema/loans.ts'
import { selected } from '#server/database/sql/prepared-statement.ts'
import { actingRole, firmOf, type Caller } from '#server/sign-in/principal.ts'
import { getTableColumns, sql, type Placeholder, type SQL } from 'drizzle-orm'

/** Approved lenders see what their firm is admitted to. Visitors and pending lenders have no firm here. */
export interface OfFirm {
  firmId: string | null | Placeholder
}

/**
 * - `all`: administrators, on the screens with drafts.
 * - `published`: administrators, on the screens that everyone uses.
 * - `public`: figures that are the same for everyone.
 */
export type LoansSeen = 'all' | 'published' | 'public' | OfFirm

export function loansSeenBy(caller: Caller): 'all' | { firmId: string | null } {
  const role = actingRole(caller)
  if (role === 'admin') return 'all'
  return { firmId: caller.principal && isLender(role) ? firmOf(caller.principal) : null }
}

/** The same without drafts, which even administrators don't see on the screens that everyone uses. */
export function publishedLoansSeenBy(caller: Caller): 'published' | { firmId: string | null } {
  const seen = loansSeenBy(caller)
  return seen === 'all' ? 'published' : seen
}

const admitting = ({ firmId }: OfFirm) => loansAdmitting(sql`${firmId}::uuid`)

/** True unless the audience hides the loan from the reader, whether or not it is a draft. */
export function isWithinAudience(seen: LoansSeen): SQL {
  if (seen === 'all' || seen === 'published') return sql`true`
  const isForAll = sql`${loans.audience} <> 'invited'`
  return seen === 'public' ? isForAll : sql`(${isForAll} or ${loans.id} = any(${admitting(seen)}))`
}

type SeenByReader = Exclude<LoansSeen, 'public'>

/** True unless the audience hides the loan from the reader, or shows it as a teaser. */
export const isFullyWithinAudience = (seen: SeenByReader): SQL =>
  typeof seen === 'string'
    ? sql`true`
    : sql`(${loans.audience} = 'everyone' or ${loans.id} = any(${admitting(seen)}))`

const orPublished = (seen: LoansSeen) => (seen === 'all' ? sql`true` : sql`not ${loans.isDraft}`)

export const isSeen = (seen: LoansSeen): SQL =>
  sql`(${orPublished(seen)} and ${isWithinAudience(seen)})`

/** True for the loans that the reader sees in full, and not as a teaser. */
export const isFullySeen = (seen: SeenByReader): SQL =>
  sql`(${orPublished(seen)} and ${isFullyWithinAudience(seen)})`

/** The columns that a teaser shows as they are. It hides all others, and so every column that is added later. */
const teaserColumns: ReadonlySet<string> = new Set([
  ...teaserFields,
  ...['id', 'isDraft', 'audience', 'state', 'version', 'createdAt'],
  ...['committedPercentage', 'softPercentage', 'committedAmount', 'holdPercentage', 'bookStage'],
])

const isTeaser = sql`reader.is_teaser`

const maskedColumns = selected(
  Object.fromEntries(
    Object.entries(getTableColumns(loans)).map(([name, column]) => {
      const [stored, hidden] = [
        sql`${loans}.${sql.identifier(column.name)}`,
        name === 'propertyAddress'
          ? sql`${loans}.${sql.identifier(loans.teaserAddress.name)}`
          : sql`null`,
      ]
      return [
        column.name,
        teaserColumns.has(name)
          ? stored
          : sql`case when ${isTeaser} then ${hidden} else ${stored} end`,
      ]
    }),
  ),
)

/**
 * The loans in a `from`, under the name of the table. For readers who aren't administrators, these are only the loans
 * that they see, teasers have `is_teaser`, and hidden columns are null, so no filter, order or figure can disclose them.
 */
export const seenLoans = (seen: LoansSeen): SQL =>
  typeof seen === 'string'
    ? sql`${loans}`
    : sql`(select ${maskedColumns}, ${isTeaser}
      from ${loans} cross join lateral (select ${isTeaserFor(seen)} as is_teaser offset 0) reader
      where not ${loans.isDraft} and ${isWithinAudience(seen)}) as ${loans}`

// PostgreSQL reads the loans of the firm once, and only if a loan isn't for everyone.
const isTeaserFor = (seen: OfFirm) =>
  sql`${loans.audience} = 'teaser' and not ${loans.id} = any(${admitting(seen)})`

/** The condition that belongs to `seenLoans`, which has drafts and nothing else to leave out for administrators. */
export const isSeenRow = (seen: LoansSeen): SQL =>
  typeof seen === 'string' ? isSeen(seen) : sql`true`

/** True for a row of `seenLoans` that is a teaser. */
export const isTeaserRow = (seen: LoansSeen): SQL =>
  typeof seen === 'string' ? sql`false` : sql.raw('loans.is_teaser')
