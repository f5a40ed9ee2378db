/**
 * What the filters of the audit trail can begin and end with, as it travels: days, "2026-01-31", and
 * moments, "2026-01-31T09:30:00.000Z", both in UTC.
 */

/** Whether a text names a day, and one that its month and the calendar have. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  // A day that its month does not have comes back as another one, or not at all.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && text >= '0001'
}

/** Whether a text names a moment, of a day that there is; to the microsecond, as entries have theirs. */
export const isMoment = (text: string): boolean => momentText.test(text) && isDay(text.slice(0, 10))

const momentText = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z$/
