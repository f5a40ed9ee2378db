/** Formats ISO 8601 timestamps in English and in the browser's time zone. */
type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

/** Formats a timestamp as "Jan 5, 2025". */
export const formatDate = (timestamp: string) => dateFormat().format(new Date(timestamp))

/** Formats a date such as "2025-01-05" as "Jan 5, 2025" in any time zone. */
export const formatDay = (day: string) => dateFormat().format(new Date(`${day}T00:00`))

/** Returns a timestamp's local date, for example "2026-11-20". */
export const toLocalDay = (time: Date): string =>
  [
    String(time.getFullYear()).padStart(4, '0'),
    ...[time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0')),
  ].join('-')

/** Formats a month such as "2028-11" as "Nov 2028". */
export const formatMonth = (month: string) => monthFormat().format(new Date(`${month}-01T00:00`))

/** Formats a timestamp as "Jan 5, 2025 3:04 PM". */
export function formatTimestamp(timestamp: string): string {
  const { hour, minute, dayPeriod } = timeParts(timestamp)
  return `${formatDate(timestamp)} ${hour}:${minute} ${dayPeriod}`
}

export function formatClock(time: number): string {
  const { hour, minute } = timeParts(new Date(time).toISOString())
  return `${hour}:${minute}`
}

/** Formats a timestamp as "Jan 5, 2025 3:04:05 PM EST". */
export function formatExactTime(timestamp: string): string {
  const { hour, minute, second, dayPeriod, timeZoneName } = timeParts(timestamp)
  return `${formatDate(timestamp)} ${hour}:${minute}:${second} ${dayPeriod} ${timeZoneName}`
}

/** The browser's time zone abbreviation at that time, such as "EST". It depends on daylight saving time. */
export const zoneName = (timestamp: string) => timeParts(timestamp).timeZoneName ?? ''

const timeParts = (timestamp: string): Parts =>
  Object.fromEntries(
    timeFormat()
      .formatToParts(new Date(timestamp))
      .map(({ type, value }) => [type, value]),
  )

/** Creates the format on first use, because the first one created on a page takes several milliseconds. */
function lazyFormat(options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined
  return () => (format ??= new Intl.DateTimeFormat('en-US', options))
}

const dateFormat = lazyFormat({ year: 'numeric', month: 'short', day: 'numeric' })

const monthFormat = lazyFormat({ year: 'numeric', month: 'short' })

/**
 * The text is built from parts, because Intl puts a comma before the hour and, in some versions, a narrow space before
 * AM and PM.
 */
const timeFormat = lazyFormat({
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

/** Formats a timestamp's age in local calendar days, such as "today", "yesterday" or "2 days ago". */
export function formatAge(timestamp: string, now = Date.now()): string {
  const dayOf = (time: Date) => Date.parse(toLocalDay(time))
  // The server's clock may be ahead of the browser's.
  const days = Math.max(0, (dayOf(new Date(now)) - dayOf(new Date(timestamp))) / 86_400_000)
  if (days === 0) return 'today'
  return days === 1 ? 'yesterday' : `${days} days ago`
}

/** Returns the age in whole days, which is at least 0. */
export const daysSince = (timestamp: string, now = Date.now()) =>
  Math.max(0, Math.floor((now - Date.parse(timestamp)) / 86_400_000))
