/**
 * When a loan matures. Its term runs from the day it was funded, in UTC; before that, nobody knows the day.
 * Days are written "2028-02-29".
 */

/**
 * The day on which a loan matures that was funded at a time in ISO 8601; in a month that has no such day,
 * its last one. Null for a loan that isn't funded.
 */
export function maturityOf(fundedAt: string | null, term: number): string | null {
  if (fundedAt === null) return null
  const [year = 0, month = 0, day = 0] = fundedAt.slice(0, 10).split('-').map(Number)
  const end = monthsAfter({ year, month }, term)
  // Day 0 of the month after it.
  const lastDay = new Date(Date.UTC(end.year, end.month, 0)).getUTCDate()
  return `${formatMonth(end)}-${twoDigits(Math.min(day, lastDay))}`
}

/**
 * The month of maturity of a loan that is funded on this day, where the reader is: "2028-11". A term of whole
 * months ends in a month that doesn't depend on the day.
 */
export const maturityMonthIfFunded = (on: Date, term: number): string =>
  formatMonth(monthsAfter({ year: on.getFullYear(), month: on.getMonth() + 1 }, term))

interface Month {
  year: number
  /** From 1 to 12. */
  month: number
}

function monthsAfter({ year, month }: Month, count: number): Month {
  const months = year * 12 + (month - 1) + count
  return { year: Math.floor(months / 12), month: (months % 12) + 1 }
}

const formatMonth = ({ year, month }: Month) =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}`

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** "Q1 2028" of "2028-02-29". */
export const quarterOf = (day: string) =>
  `Q${Math.ceil(Number(day.slice(5, 7)) / 3)} ${day.slice(0, 4)}`
