/**
 * What a loan has to meet for each filter. The value is given by whoever lists loans, or is a column: what
 * people saved, compared with one loan (`new-loan-notice.ts`).
 */
import { statusFilters, type StatusFilter } from '#domain/loans/statuses.ts'
import { loans, unknownLtvLast } from '#server/database/schema/loans.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Whether a column contains what is searched. */
type Contains = (column: AnyPgColumn) => SQL

export const hasStatus = (status: StatusFilter, as: (value: unknown) => SQL) =>
  sql`${loans.status} in (${sql.join(statusFilters[status].map(as), sql`, `)})`

export const isNamed = (contains: Contains) =>
  sql`(${contains(loans.title)} or ${contains(loans.borrowerName)})`

const { lowest } = unknownLtvLast(loans.ltv)

/** The conditions on a single value. */
export const conditionOn = {
  propertyType: (type: SQL) => sql`${loans.propertyType} = ${type}`,
  // A loan without LTV has 1000 there.
  ltvMax: (most: SQL) => sql`${lowest} <= ${most}::numeric`,
  rateMin: (least: SQL) => sql`${loans.interestRate} >= ${least}::numeric`,
  amountMin: (least: SQL) => sql`${loans.amount} >= ${least}::numeric`,
  amountMax: (most: SQL) => sql`${loans.amount} <= ${most}::numeric`,
}
export type SingleCondition = keyof typeof conditionOn
// Object.keys gives texts, and these are the table's own.
export const singleConditions = Object.keys(conditionOn) as SingleCondition[]
