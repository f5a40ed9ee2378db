import { formatMoment } from '#domain/days.ts'
import { timeToAnswer } from '#domain/loans/dates/deadlines.ts'

/** Returns text such as "Answer by May 12, 5:00 PM EDT (3 days)". The answer stays possible afterward. */
export const describeTimeToAnswer = (respondBy: string, now = new Date()): string =>
  new Date(respondBy) <= now
    ? `The time to answer ended on ${formatMoment(respondBy)}. You can still answer until the new terms take effect.`
    : `Answer ${timeToAnswer(respondBy, now)}`
