/** The day on which a loan was funded, from which its term runs: "2026-03-31". */
import { isDay, isFutureDay } from '#domain/days.ts'
import type { LoanStatus } from './statuses.ts'

/** An earlier day is a typing error, such as a year of two digits. */
export const earliestFunding = '1900-01-01'

export const dayMessage = 'Must be a day, like 2026-03-31'

/** Why a text can't be the day, as a sentence; null if it can. */
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
 * The day that a loan has once it is saved. A loan that becomes funded without one gets `today`; any other keeps its
 * own, so that one that is reopened and funded again matures as before.
 */
export function fundingDay(
  { status, fundedOn }: Fundable,
  statusBefore: LoanStatus | null,
  today: string,
): string | null {
  const becomesFunded = status === 'funded' && statusBefore !== 'funded'
  return fundedOn ?? (becomesFunded ? today : null)
}
