/**
 * The days of the filters, which are those of whoever reads: where the clock is changed, one of them
 * has 23 hours and another 25. The server, which knows no such days, is told their moments.
 */

/** The first moment of a day, "2026-01-31", as it travels. */
export const startOfDay = (day: string) => midnight(day, 0)

/** The first moment of the next day: the first one that is not of this day any more. */
export const endOfDay = (day: string) => midnight(day, 1)

function midnight(day: string, daysLater: 0 | 1): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  // The browser knows when the clock was changed; where that left midnight out, the day begins later.
  return new Date(year, month - 1, date + daysLater).toISOString()
}
