/**
 * The loans that a reader can see. Only administrators can see drafts, so every statement that lists, counts, or finds
 * loans for a reader must include the condition `isSeen`.
 */
import { loans } from '#server/database/schema/loans.ts'
import { actingRole, type Caller } from '#server/sign-in/principal.ts'
import { sql, type SQL } from 'drizzle-orm'

export type LoansSeen = 'published' | 'all'

export const loansSeenBy = (caller: Caller): LoansSeen =>
  actingRole(caller) === 'admin' ? 'all' : 'published'

export const isSeen = (seen: LoansSeen): SQL =>
  seen === 'all' ? sql`true` : sql`not ${loans.isDraft}`
