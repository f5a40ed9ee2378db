/** Times as people see them: in English, in their own time zone. They come as ISO 8601 in UTC. */

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

/** "Jan 5, 2025". */
export const formatDate = (timestamp: string) => dateFormat.format(new Date(timestamp))

/** "Jan 5, 2025 3:04 PM". */
export function formatTimestamp(timestamp: string): string {
  const { hour, minute, dayPeriod } = timeParts(timestamp)
  return `${formatDate(timestamp)} ${hour}:${minute} ${dayPeriod}`
}

/** "Jan 5, 2025 3:04:05 PM EST", where it matters exactly when. */
export function formatExactTime(timestamp: string): string {
  const { hour, minute, second, dayPeriod, timeZoneName } = timeParts(timestamp)
  return `${formatDate(timestamp)} ${hour}:${minute}:${second} ${dayPeriod} ${timeZoneName}`
}

/** "EST": how people's own time zone is called at that time, which is another name in summer. */
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

// Put together from its parts: Intl sets a comma before the hour, and some versions a narrow space
// before AM and PM.
const timeFormat = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})
