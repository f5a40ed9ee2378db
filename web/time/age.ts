/** Formats the age of a timestamp in days: "today", "1 day ago". */
export function formatAge(timestamp: string, now = Date.now()): string {
  const days = daysSince(timestamp, now)
  return days === 0 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'} ago`
}

/** Whole days, at least 0. */
export const daysSince = (timestamp: string, now = Date.now()) =>
  Math.max(0, Math.floor((now - Date.parse(timestamp)) / 86_400_000))
