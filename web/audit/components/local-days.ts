/**
 * The filters' days are in the reader's time zone: where the clock changes, one has 23 hours and
 * another 25. The server does not know these days, so it gets the moments that bound them.
 */

/** The first moment of a day, "2026-01-31", in the format sent. */
export const startOfDay = (day: string) => midnight(day, 0)

/** The first moment of the next day, an exclusive end. */
export const endOfDay = (day: string) => midnight(day, 1)

function midnight(day: string, daysLater: 0 | 1): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  // The browser knows about clock changes; where one skips midnight, the day starts later.
  return new Date(year, month - 1, date + daysLater).toISOString()
}
