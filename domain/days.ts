/** Days such as "2026-01-31" and times such as "2026-01-31T09:30:00.000Z". */

export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  // `Date.parse` turns February 30 into a day of March, or NaN.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && text >= '0001'
}

/** A day in UTC. */
export const utcDay = (time: Date): string => time.toISOString().slice(0, 10)

/**
 * Whether a day hasn't started in any time zone. The earliest one is 14 hours ahead of UTC, and users enter their
 * local day.
 */
export const isFutureDay = (day: string, now: Date): boolean =>
  day > utcDay(new Date(now.getTime() + 14 * 3_600_000))

/** Formats as "Nov 20, 2026". */
export const formatDay = (day: string): string => format().format(Date.parse(day))
/** Created at first use, because each `Intl.DateTimeFormat` takes megabytes of memory. */
let dayFormat: Intl.DateTimeFormat | undefined
const format = () =>
  (dayFormat ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }))

/** Whether a text is a valid time in UTC with up to microseconds, as in audit entries. */
export const isMoment = (text: string): boolean => momentText.test(text) && isDay(text.slice(0, 10))

const momentText = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z$/
