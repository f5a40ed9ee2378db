/**
 * Filter days are in the browser's time zone, where a day has 23 or 25 hours when the clock changes. The server
 * receives the timestamps of their start and end.
 */

/** The start of a day such as "2026-01-31", as an ISO 8601 timestamp. */
export const startOfDay = (day: string) => midnight(day, 0)

/** The start of the next day, as an exclusive upper bound. */
export const endOfDay = (day: string) => midnight(day, 1)

function midnight(day: string, daysLater: 0 | 1): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  // `Date` handles clock changes. Where a change skips midnight, the day starts later.
  return new Date(year, month - 1, date + daysLater).toISOString()
}
