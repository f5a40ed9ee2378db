/**
 * Which loans somebody sees. A draft is for administrators alone: every statement that lists, counts or
 * finds loans for a reader has the condition `isSeen`, and nothing else tells drafts from other loans.
 */
import { sql, type SQL } from 'drizzle-orm'
import { loans } from './schema/loans.ts'

/** `published` are the loans of everybody; `all` has the drafts too. */
export type LoansSeen = 'published' | 'all'

/** In a query of `loans`: whether the reader sees the loan. */
export const isSeen = (seen: LoansSeen): SQL =>
  seen === 'all' ? sql`true` : sql`not ${loans.isDraft}`

/** Whether the id, a value or a column of another table, is that of a draft. */
export const isIdOfDraft = (id: string | SQL): SQL => sql`coalesce(
  (select ${loans.isDraft} from ${loans} where ${loans.id} = ${id}::uuid), false)`
