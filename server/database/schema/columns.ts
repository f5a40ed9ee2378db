/** Column types that all tables share. */
import type { Money, Percent } from '#domain/money.ts'
import { sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

// The driver returns decimals as text; they stay text.
export const moneyColumn = customType<{ data: Money; driverData: string }>({
  dataType: () => 'numeric(15,2)',
})
export const percentColumn = customType<{ data: Percent; driverData: string }>({
  dataType: () => 'numeric(5,2)',
})
/** Soft shares have no common limit, so their sum needs more digits than a share. */
export const percentSumColumn = customType<{ data: Percent; driverData: string }>({
  dataType: () => 'numeric(9,2)',
})
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const createdAt = () => time('created_at').notNull().defaultNow()

/** The words as a list for a constraint's `in (…)`. */
export const vocabulary = (words: readonly string[]) =>
  sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', '))
