import { dayAt, deskZone, momentAt } from './time-zone.ts'

/** Days look like "2026-01-31", and times like "2026-01-31T09:30:00.000Z". */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  // `Date.parse` turns February 30 into a day in March or returns NaN.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && text >= '0001'
}

export const utcDay = (time: Date): string => time.toISOString().slice(0, 10)

/**
 * Returns true if a day hasn't started in any time zone. The earliest time zone is 14 hours ahead of UTC, and users
 * enter their local day.
 */
export const isFutureDay = (day: string, now: Date): boolean =>
  day > utcDay(new Date(now.getTime() + 14 * 3_600_000))

/** Formats a day as "Nov 20, 2026". */
export const formatDay = (day: string): string => format().format(Date.parse(day))
/** The format is created on first use, because each `Intl.DateTimeFormat` takes megabytes of memory. */
let dayFormat: Intl.DateTimeFormat | undefined
const format = () =>
  (dayFormat ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }))

/** Formats a day as "Dec 5". */
export const formatShortDay = (day: string): string => formatDay(day).replace(/, \d+$/, '')

/** Formats a time in the configured time zone, such as "Dec 5, 2026, 5:00 PM EST". */
export function formatMoment(moment: string, zone = deskZone()): string {
  if (momentTexts?.zone !== zone) momentTexts = { zone, format: momentFormat(zone) }
  return momentTexts.format.format(Date.parse(moment)).replaceAll('\u202f', ' ')
}
let momentTexts: { zone: string; format: Intl.DateTimeFormat } | undefined
const momentFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone },
  })

/** Formats the time of day in the configured time zone, such as "5:00 PM EST". */
export const formatHour = (moment: string, zone = deskZone()): string =>
  formatMoment(moment, zone).replace(/^.+\d{4}, /, '')

/** Formats a time in the configured time zone for a narrow line, such as "Dec 5, 5:00 PM". */
export const formatShortMoment = (moment: string, zone = deskZone()): string =>
  formatMoment(moment, zone)
    .replace(/, \d{4}(?=, )/, '')
    .replace(/ \S+$/, '')

/** Returns true if a string is a valid UTC time with up to microsecond precision, as in audit entries. */
export const isMoment = (text: string): boolean => momentText.test(text) && isDay(text.slice(0, 10))

const momentText = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z$/

/** Matches a day, with an optional time of midnight. Some databases append this time to dates. */
const yearFirst = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/
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

/** Returns "2026-03-31" for "3/31/2026" or "Mar 31, 2026", or null if the text isn't a valid day. */
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

const dayAndTime =
  /^(?<day>.+?)(?:T|,? | at )(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::00(?:\.0+)?)?(?: ?(?<half>[ap])\.?m\.?)?$/i

/** The time of day for a deadline without a time. */
const endOfBusiness = '17:00'

/** The end of business some days ahead in the configured time zone, or that of the next Monday instead of a weekend. */
export function endOfBusinessIn(days: number, now = new Date(), zone = deskZone()): string {
  const day = new Date(dayAt(now, zone))
  day.setUTCDate(day.getUTCDate() + days)
  const toMonday = { 6: 2, 0: 1 }[day.getUTCDay()] ?? 0
  day.setUTCDate(day.getUTCDate() + toMonday)
  return momentAt(`${utcDay(day)}T${endOfBusiness}`, zone)
}

/**
 * Returns the UTC time for "2026-12-05 17:00" or "12/5/2026 5:00 PM" in the configured time zone. For a day without a
 * time, uses 5:00 PM. Returns null for any other text, such as a time with a UTC offset.
 */
export function plainMoment(text: string): string | null {
  const typed = text.trim()
  if (/Z$/i.test(typed)) return null
  const parts = dayAndTime.exec(typed)?.groups
  const day = plainDay(parts?.['day'] ?? typed)
  const time = parts ? clockTime(parts) : endOfBusiness
  return day === null || time === null ? null : momentAt(`${day}T${time}`)
}

function clockTime({ hour, minute, half }: Record<string, string | undefined>): string | null {
  const hours = Number(hour)
  if (half === undefined) return hours > 23 ? null : `${String(hours).padStart(2, '0')}:${minute}`
  if (hours < 1 || hours > 12) return null
  const after = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(after).padStart(2, '0')}:${minute}`
}
