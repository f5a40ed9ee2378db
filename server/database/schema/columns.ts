import type { Money, Percent, Rate } from '#domain/money.ts'
import { sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

// The driver returns decimals as strings, which preserves their precision.
export const moneyColumn = customType<{ data: Money; driverData: string }>({
  dataType: () => 'numeric(15,2)',
})
export const percentColumn = customType<{ data: Percent; driverData: string }>({
  dataType: () => 'numeric(5,2)',
})
/** A rate with up to five decimal places. */
export const rateColumn = customType<{ data: Rate; driverData: string }>({
  dataType: () => 'numeric(8,5)',
})
/** The sum of soft shares has no upper limit, so it needs more digits than a share. */
export const percentSumColumn = customType<{ data: Percent; driverData: string }>({
  dataType: () => 'numeric(9,2)',
})
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const createdAt = () => time('created_at').notNull().defaultNow()

export const vocabulary = (words: readonly string[]) =>
  sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', '))
