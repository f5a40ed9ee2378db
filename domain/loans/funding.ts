/** A loan's funding date, such as "2026-03-31". The loan's term starts on this date. */
import { isDay, isFutureDay } from '#domain/days.ts'
import type { LoanStatus } from './statuses.ts'

/** The earliest accepted funding date. The limit catches typing errors such as a two-digit year. */
export const earliestFunding = '1900-01-01'

export const dayMessage = 'Must be a day, like 2026-03-31'

export function refusalOfFundingDay(text: string, now: Date): string | null {
  if (!isDay(text)) return dayMessage
  if (text < earliestFunding) return 'Must be in 1900 or later'
  return isFutureDay(text, now) ? "Can't be in the future" : null
}

interface Fundable {
  status: LoanStatus
  fundedOn: string | null
}

/**
 * A loan that becomes funded without a date is assigned `today`, the day in the configured time zone. Any other loan
 * keeps its date, so a loan that is reopened and funded again has the same maturity as before.
 */
export function fundingDay(
  { status, fundedOn }: Fundable,
  statusBefore: LoanStatus | null,
  today: string,
): string | null {
  const becomesFunded = status === 'funded' && statusBefore !== 'funded'
  return fundedOn ?? (becomesFunded ? today : null)
}
