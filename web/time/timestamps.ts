/** Formats times for people: in English, in their own time zone. The input is ISO 8601 in UTC. */

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

/** "Jan 5, 2025". */
export const formatDate = (timestamp: string) => dateFormat.format(new Date(timestamp))

/** "Jan 5, 2025", of a day such as "2025-01-05", whatever the time zone. */
export const formatDay = (day: string) => dateFormat.format(new Date(`${day}T00:00`))

/** The day on this clock: "2026-11-20". */
export const toLocalDay = (time: Date): string =>
  [
    String(time.getFullYear()).padStart(4, '0'),
    ...[time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0')),
  ].join('-')

/** "Nov 2028", of a month such as "2028-11". */
export const formatMonth = (month: string) => monthFormat.format(new Date(`${month}-01T00:00`))

/** "Jan 5, 2025 3:04 PM". */
export function formatTimestamp(timestamp: string): string {
  const { hour, minute, dayPeriod } = timeParts(timestamp)
  return `${formatDate(timestamp)} ${hour}:${minute} ${dayPeriod}`
}

/** "3:04", of a moment of today. */
export function formatClock(time: number): string {
  const { hour, minute } = timeParts(new Date(time).toISOString())
  return `${hour}:${minute}`
}

/** "Jan 5, 2025 3:04:05 PM EST", where the exact moment matters. */
export function formatExactTime(timestamp: string): string {
  const { hour, minute, second, dayPeriod, timeZoneName } = timeParts(timestamp)
  return `${formatDate(timestamp)} ${hour}:${minute}:${second} ${dayPeriod} ${timeZoneName}`
}

/** "EST": the name of the reader's time zone at that time, which differs in summer. */
export const zoneName = (timestamp: string) => timeParts(timestamp).timeZoneName ?? ''

const timeParts = (timestamp: string): Parts =>
  Object.fromEntries(
    timeFormat.formatToParts(new Date(timestamp)).map(({ type, value }) => [type, value]),
  )

const dateFormat = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
})

const monthFormat = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short' })

// Assembled from parts: Intl puts a comma before the hour, and some versions a narrow space before
// AM and PM.
const timeFormat = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})
