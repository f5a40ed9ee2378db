/** Days, "2026-01-31", and moments, "2026-01-31T09:30:00.000Z". Filters of the audit trail take both, in UTC. */

/** Whether a text is a day that exists in the calendar. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  // A day such as February 30 parses to another one, or not at all.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && text >= '0001'
}

/** The day in UTC. */
export const utcDay = (time: Date): string => time.toISOString().slice(0, 10)

/**
 * Whether a day has begun nowhere yet. The latest clocks on Earth are 14 hours ahead of UTC, and whoever names a
 * day means their own.
 */
export const isFutureDay = (day: string, now: Date): boolean =>
  day > utcDay(new Date(now.getTime() + 14 * 3_600_000))

/** "Nov 20, 2026". */
export const formatDay = (day: string): string => format().format(Date.parse(day))
/** Made when first used: a format takes megabytes of a program that may never need it. */
let dayFormat: Intl.DateTimeFormat | undefined
const format = () =>
  (dayFormat ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }))

/** Whether a text is a moment of an existing day; to the microsecond, like the times of entries. */
export const isMoment = (text: string): boolean => momentText.test(text) && isDay(text.slice(0, 10))

const momentText = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z$/
