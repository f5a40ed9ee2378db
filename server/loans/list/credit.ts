/** The main credit ratios of `domain/loans/credit/credit.ts` as SQL, for filters and sort orders. */
import { loans } from '#server/database/schema/loans.ts'
import { sql } from 'drizzle-orm'

export const exactRate = sql`coalesce(${loans.noteRate}, ${loans.interestRate})`

const income = sql`coalesce(${loans.noiInPlace}, ${loans.noiStabilized})`

/**
 * Divides `dividend` by `divisor` and rounds the result to two decimal places, with halves rounded up. Integer division
 * and multiplication are exact, unlike division of `numeric` values, which may keep only 16 digits.
 */
const hundredths = (dividend: unknown, divisor: unknown) =>
  sql`(div(2 * 100 * (${dividend}) + (${divisor}), 2 * (${divisor})) * 0.01)::numeric(30, 2)`

// Both values are scaled to whole numbers, because amounts have two decimal places and rates have five.
export const debtYield = hundredths(sql`${income} * 10000`, sql`${loans.amount} * 100`)

const yearlyInterest = sql`${loans.amount} * ${exactRate} * 10000000`
const interestOnlyDividend = sql`${income} * 1000000000`
const isAmortizing = sql`(coalesce(${loans.interestOnlyMonths}, 0) = 0 and ${loans.amortizationMonths} is not null)`

/** The factor by which a debt without payments grows over the amortization period, computed to 40 decimal places. */
const growth = sql`power((120000000 + ${exactRate} * 100000)::numeric(60, 40) / 120000000, ${loans.amortizationMonths}::numeric)`
const exactDscr = sql`(${income} * 100 * (${growth} - 1) / (${loans.amount} * ${exactRate} * ${growth}))`

/** A ratio below 1 is never rounded up to 1.00. */
export const dscr = sql`(case
  when ${isAmortizing} then case when ${exactDscr} < 1 then least(round(${exactDscr}, 2), 0.99) else round(${exactDscr}, 2) end
  when ${interestOnlyDividend} < ${yearlyInterest} then least(${hundredths(interestOnlyDividend, yearlyInterest)}, 0.99)
  else ${hundredths(interestOnlyDividend, yearlyInterest)} end)`
