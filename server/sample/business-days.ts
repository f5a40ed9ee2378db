/** Business days of US banks, on which loans of the sample close. */
import { utcDay } from '#domain/days.ts'

const fixedHolidays = ['01-01', '06-19', '07-04', '11-11', '12-25']

/** Months with a holiday on a Monday, and which Monday it is. Memorial Day, the last of May, is apart. */
const mondays: Record<number, number> = { 1: 3, 2: 3, 9: 1, 10: 2 }

/** Returns the day itself or, on a weekend or bank holiday, the next business day. */
export function businessDayFrom(day: string): string {
  const date = new Date(day)
  while (isFree(date)) date.setUTCDate(date.getUTCDate() + 1)
  return utcDay(date)
}

function isFree(date: Date): boolean {
  const [weekday, month, place] = [date.getUTCDay(), date.getUTCMonth() + 1, date.getUTCDate()]
  const nth = Math.ceil(place / 7)
  const dayBefore = new Date(date.getTime() - 86_400_000)
  const isFixed = (time: Date) => fixedHolidays.includes(utcDay(time).slice(5))
  if (weekday === 0 || weekday === 6 || isFixed(date)) return true
  if (weekday === 4) return month === 11 && nth === 4
  // A holiday on a Sunday is observed on Monday.
  return (
    weekday === 1 && (isFixed(dayBefore) || mondays[month] === nth || (month === 5 && place > 24))
  )
}
