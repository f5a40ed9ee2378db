/**
 * The loans that a reader sees. Drafts are visible to administrators only: every statement that lists, counts or
 * finds loans for a reader has the condition `isSeen`.
 */
import { loans } from '#server/database/schema/loans.ts'
import { actingRole, type Caller } from '#server/sign-in/principal.ts'
import { sql, type SQL } from 'drizzle-orm'

/** `published` are the loans of everybody; `all` has the drafts too. */
export type LoansSeen = 'published' | 'all'

/** The loans that a caller sees. */
export const loansSeenBy = (caller: Caller): LoansSeen =>
  actingRole(caller) === 'admin' ? 'all' : 'published'

/** In a query of `loans`: whether the reader sees the loan. */
export const isSeen = (seen: LoansSeen): SQL =>
  seen === 'all' ? sql`true` : sql`not ${loans.isDraft}`
