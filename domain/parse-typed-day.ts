import { isDay } from './days.ts'

/** A day, optionally with the midnight that databases append. */
const yearFirst = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/
/** US order: the month is first. */
const monthFirst = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
const namedMonth = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** Returns "2026-03-31" for "3/31/2026" or "Mar 31, 2026"; null if the text isn't a valid day. */
export function plainDay(text: string): string | null {
  const typed = text.trim()
  const [, year, month, date] = yearFirst.exec(typed) ?? []
  if (year && month && date) return existing(year, month, date)
  const [, usMonth, usDate, usYear] = monthFirst.exec(typed) ?? []
  if (usYear && usMonth && usDate) return existing(usYear, usMonth, usDate)
  const [, name, namedDate, namedYear] = namedMonth.exec(typed) ?? []
  if (!name || !namedDate || !namedYear) return null
  const place = monthNames.findIndex((each) => each.startsWith(name.toLowerCase()))
  return existing(namedYear, String(place + 1), namedDate)
}

function existing(year: string, month: string, date: string): string | null {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : null
}
