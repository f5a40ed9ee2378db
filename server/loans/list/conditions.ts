/**
 * The condition for each loan filter. A value is either a parameter or, when saved filters are matched against one
 * loan, a column (`new-loan-notice.ts`).
 */
import type { FigureFilterName } from '#domain/loans/figure-filters.ts'
import { statusFilters, type StatusFilter } from '#domain/loans/statuses.ts'
import { loans } from '#server/database/schema/loans.ts'
import { debtYield, dscr, exactRate } from './credit.ts'
import { inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

export const hasStatus = (status: StatusFilter) => inArray(loans.status, [...statusFilters[status]])

/** True for loans whose book takes commitments now, as in `bookTakesCommitments`. */
export const isBookOpen = sql`(${hasStatus('open')} and ${loans.bookStage} = 'open'
  and coalesce(${loans.commitmentDeadline} >= now(), true))`

export const isNamed = (contains: (column: AnyPgColumn) => SQL) =>
  sql`(${contains(loans.title)} or ${contains(loans.borrowerName)})`

type Value = SQLWrapper | string

export const conditionOn = {
  propertyType: (type: Value) => sql`${loans.propertyType} = ${type}`,
  ltvMax: (max: Value) => sql`${loans.ltv} <= ${max}::numeric`,
  rateMin: (min: Value) => sql`${exactRate} >= ${min}::numeric`,
  debtYieldMin: (min: Value) => sql`${debtYield} >= ${min}::numeric`,
  dscrMin: (min: Value) => sql`${dscr} >= ${min}::numeric`,
  amountMin: (min: Value) => sql`${loans.amount} >= ${min}::numeric`,
  amountMax: (max: Value) => sql`${loans.amount} <= ${max}::numeric`,
} satisfies Record<FigureFilterName | 'propertyType', (value: Value) => SQL>
export type SingleCondition = keyof typeof conditionOn
export const singleConditions = Object.keys(conditionOn) as SingleCondition[]
