/**
 * A loan's maturity date, such as "2028-02-29". The term starts on the funding date, so the maturity can only be
 * estimated before funding.
 */
import type { LoanStatus } from './statuses.ts'

interface FundedLoan {
  status: LoanStatus
  fundedOn: string | null
  /** The term in months. */
  term: number
}

/**
 * Computes the maturity. If the final month is too short, its last day is used. Null if the loan isn't funded or its
 * funding date is unknown.
 */
export function maturityOf({ status, fundedOn, term }: FundedLoan): string | null {
  if (status !== 'funded' || fundedOn === null) return null
  const [year = 0, month = 0, day = 0] = fundedOn.split('-').map(Number)
  const end = monthsAfter({ year, month }, term)
  // Day 0 of a month is the last day of the previous month.
  const lastDay = new Date(Date.UTC(end.year, end.month, 0)).getUTCDate()
  return `${formatMonth(end)}-${twoDigits(Math.min(day, lastDay))}`
}

export interface ExpectedMaturity {
  /** Null for a funded loan whose funding date is unknown. */
  day: string | null
  isEstimated: boolean
}

/**
 * The maturity date. Until a loan is funded, an estimate that assumes closing on the planned closing date, or on
 * `today` if that date isn't set or has passed.
 */
export function expectedMaturity(
  loan: FundedLoan & { closingDate: string | null },
  today: string,
): ExpectedMaturity {
  if (loan.status === 'funded') return { day: maturityOf(loan), isEstimated: false }
  const { closingDate, term } = loan
  const closesOn = closingDate !== null && closingDate > today ? closingDate : today
  return {
    day: maturityOf({ status: 'funded', fundedOn: closesOn, term }),
    isEstimated: true,
  }
}

interface Month {
  year: number
  /** The month's number, from 1 to 12. */
  month: number
}

function monthsAfter({ year, month }: Month, count: number): Month {
  const months = year * 12 + (month - 1) + count
  return { year: Math.floor(months / 12), month: (months % 12) + 1 }
}

const formatMonth = ({ year, month }: Month) =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}`

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Returns "Q1 2028" for "2028-02-29". */
export const quarterOf = (day: string) =>
  `Q${Math.ceil(Number(day.slice(5, 7)) / 3)} ${day.slice(0, 4)}`
