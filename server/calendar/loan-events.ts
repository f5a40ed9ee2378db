import { pages } from '#contract/pages.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { maturityOf } from '#domain/loans/maturity.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatDollars, formatExactRate } from '#domain/money.ts'
import type { LoanRow } from '#server/loans/read-loans.ts'
import type { CalendarEvent } from './ics.ts'

const summaries = {
  deadline: 'Commitments due',
  closing: 'Planned closing',
  maturity: 'Maturity',
} as const
type EventKind = keyof typeof summaries

/** Returns an event for each date. Only a funded loan has a maturity, and it has no other event. */
export function eventsOf(loan: LoanRow, publicUrl: string): CalendarEvent[] {
  const { id, title, amount, term, version, commitmentDeadline, closingDate } = loan
  const event = (kind: EventKind, start: CalendarEvent['start']): CalendarEvent => ({
    // The site's URL is omitted, because it can change. The loan's id is already unique.
    uid: `${id}-${kind}`,
    sequence: Number(version),
    start,
    summary: `${summaries[kind]}: ${title}`,
    description: `${formatDollars(amount)} at ${formatExactRate(exactRate(loan))} for ${formatTerm(term)}`,
    url: `${publicUrl}${pages.loan.replace(':id', id)}`,
  })
  const maturity = maturityOf(loan)
  if (maturity !== null) return [event('maturity', { day: maturity })]
  if (loan.status === 'funded') return []
  return [
    ...(commitmentDeadline === null ? [] : [event('deadline', { moment: commitmentDeadline })]),
    ...(closingDate === null ? [] : [event('closing', { day: closingDate })]),
  ]
}
