/**
 * When a loan matures. Its term runs from the day it was funded; before that, nobody knows the day.
 * Days are written "2028-02-29".
 */
import type { LoanStatus } from './statuses.ts'

interface FundedLoan {
  status: LoanStatus
  fundedOn: string | null
  /** Months. */
  term: number
}

/**
 * The day on which a loan matures; in a month that has no such day, its last one. Null for a loan that isn't
 * funded, such as one that was reopened, or whose day isn't known.
 */
export function maturityOf({ status, fundedOn, term }: FundedLoan): string | null {
  if (status !== 'funded' || fundedOn === null) return null
  const [year = 0, month = 0, day = 0] = fundedOn.split('-').map(Number)
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
