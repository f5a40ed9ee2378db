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
  const months = year * 12 + (month - 1) + term
  const [inYear, inMonth] = [Math.floor(months / 12), months % 12]
  const lastDay = new Date(Date.UTC(inYear, inMonth + 1, 0)).getUTCDate()
  return [
    String(inYear).padStart(4, '0'),
    twoDigits(inMonth + 1),
    twoDigits(Math.min(day, lastDay)),
  ].join('-')
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** "Q1 2028" of "2028-02-29". */
export const quarterOf = (day: string) =>
  `Q${Math.ceil(Number(day.slice(5, 7)) / 3)} ${day.slice(0, 4)}`
