/**
 * Describes a loan's commitment deadline and planned closing date. After a date has passed, all actions stay available.
 */
import { formatDay, formatHour, formatMoment, formatShortDay } from '#domain/days.ts'
import { dayAt, deskZone } from '#domain/time-zone.ts'
import type { LoanStatus } from '#domain/loans/statuses.ts'
import type { BookState } from './book-stages.ts'

export interface DatedLoan {
  status: LoanStatus
  commitmentDeadline: string | null
  closingDate: string | null
}

export interface Due {
  /** A sentence fragment such as "due in 8 days", "due today", or "was due Dec 5". */
  text: string
  /**
   * A phrase such as "Commitments due Dec 5 (8 days)". Includes the time of day if at most three days remain. While
   * proposed terms allow no others, it is about soft shares: "New soft shares until Dec 5 (8 days)".
   */
  sentence: string
  /** A phrase such as "Decide by Dec 5 (8 days)", for soft interest. */
  decision: string
  /** A sentence such as "Due Dec 5, 5:00 PM EST.", always with the time of day. */
  moment: string
  isPast: boolean
  /** True if the deadline is today or in the next two days. */
  isSoon: boolean
}

const dayMs = 86_400_000

/**
 * Null if the loan has no deadline, is funded, or has a book that takes no commitments anymore. Days are counted in the
 * configured time zone.
 */
export function dueOf(
  {
    status,
    commitmentDeadline,
    bookStage = 'open',
    isTermsPending,
  }: Pick<DatedLoan, 'status' | 'commitmentDeadline'> & Partial<BookState>,
  now = new Date(),
  zone = deskZone(),
): Due | null {
  if (commitmentDeadline === null || status === 'funded' || bookStage !== 'open') return null
  const { shown, days, left } = timeUntil(commitmentDeadline, now, zone)
  const isPast = new Date(commitmentDeadline) <= now
  const exactly = `${shown}, ${formatHour(commitmentDeadline, zone)}`
  const isSoftOnly = isTermsPending === 'true'
  if (isPast)
    return {
      ...{ isPast, isSoon: false },
      text: `was due ${shown}`,
      sentence: `${isSoftOnly ? 'New soft shares' : 'Commitments'} were due ${shown}`,
      decision: `Was due ${shown}`,
      moment: `Was due ${exactly}.`,
    }
  const isSoon = days < 3
  const hour = days <= 3 ? `, ${formatHour(commitmentDeadline, zone)}` : ''
  const when = days < 2 ? `${left}${hour}` : `${shown}${hour} (${left})`
  return {
    ...{ isPast, isSoon },
    text: days < 2 ? `due ${left}` : `due in ${left}`,
    sentence: `${isSoftOnly ? 'New soft shares until' : 'Commitments due'} ${when}`,
    decision: days < 2 ? `Decide ${when}` : `Decide by ${when}`,
    moment: `Due ${exactly}.`,
  }
}

/** True for a moment that has passed, or is today or in the next two days. */
export const isSoonOrPast = (moment: string, now = new Date(), zone = deskZone()): boolean =>
  timeUntil(moment, now, zone).days < 3

function timeUntil(moment: string, now: Date, zone: string) {
  const [day, today] = [dayAt(new Date(moment), zone), dayAt(now, zone)]
  const days = Math.round((Date.parse(day) - Date.parse(today)) / dayMs)
  const left = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `${days} days`
  return { shown: showDay(day, today), days, left }
}

/** Returns text such as "by Dec 5, 5:00 PM EST (8 days)" or "today, 5:00 PM EST", for a time that hasn't passed. */
export function timeToAnswer(respondBy: string, now = new Date(), zone = deskZone()): string {
  const { shown, days, left } = timeUntil(respondBy, now, zone)
  const hour = formatHour(respondBy, zone)
  return days < 2 ? `${left}, ${hour}` : `by ${shown}, ${hour} (${left})`
}

/** Returns a sentence to append: " Commitments are due Dec 5, 2026, 5:00 PM EST." Empty if no deadline is upcoming. */
export function deadlineSentence(
  loan: Pick<DatedLoan, 'status' | 'commitmentDeadline'>,
  now = new Date(),
): string {
  const due = dueOf(loan, now)
  if (!due || due.isPast || loan.commitmentDeadline === null) return ''
  return ` Commitments are due ${formatMoment(loan.commitmentDeadline)}.`
}

/** Returns text such as "Closing Dec 19", or null if the loan is funded or has no planned closing date. */
export const closingOf = (
  { status, closingDate }: Pick<DatedLoan, 'status' | 'closingDate'>,
  now = new Date(),
  zone = deskZone(),
): string | null =>
  closingDate === null || status === 'funded'
    ? null
    : `Closing ${showDay(closingDate, dayAt(now, zone))}`

const showDay = (day: string, today: string) =>
  day.slice(0, 4) === today.slice(0, 4) ? formatShortDay(day) : formatDay(day)
