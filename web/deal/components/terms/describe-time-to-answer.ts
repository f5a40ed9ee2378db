import { formatMoment } from '#domain/days.ts'
import { describeTimeLeft } from '#web/deal/components/describe-time-left.ts'

/** Returns text such as "Answer by May 12, 2027, 5:00 PM EDT, 3 days left." The answer stays possible afterward. */
export const describeTimeToAnswer = (respondBy: string, now = new Date()): string =>
  new Date(respondBy) <= now
    ? `The time to answer ended on ${formatMoment(respondBy)}. You can still answer until the new terms take effect.`
    : `Answer by ${formatMoment(respondBy)}, ${describeTimeLeft(respondBy, now)}.`
