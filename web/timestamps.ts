/** Times as people see them: in English, in their own time zone. They come as ISO 8601 in UTC. */

/** "Jan 5, 2025". */
export const formatDate = (timestamp: string) => dateFormat.format(new Date(timestamp))

/** "Jan 5, 2025 3:04 PM". */
export function formatTimestamp(timestamp: string): string {
  const at = new Date(timestamp)
  const parts = Object.fromEntries(
    timeFormat.formatToParts(at).map(({ type, value }) => [type, value]),
  )
  return `${dateFormat.format(at)} ${parts['hour']}:${parts['minute']} ${parts['dayPeriod']}`
}

const dateFormat = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
})

// Put together from its parts: Intl sets a comma before the hour, and some versions a narrow space
// before AM and PM.
const timeFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
