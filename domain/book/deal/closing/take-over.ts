/**
 * Takes over the whole position of a lender that didn't pay. Its commitments are released, and hold lines with the same
 * shares, amounts and times take their place, so that nobody else's cents move.
 */
import type { NewEntry } from '#domain/audit/entries.ts'
import { entryOfRelease, type Lender } from '#domain/book/act-entries.ts'
import type { Book, Line, LoanOfBook } from '#domain/book/lines.ts'
import { sumPercent } from '#domain/money.ts'
import { activeAfter } from './close-book.ts'

export interface TakeOverContext {
  actorId: string
  originatorsFirmId: string
  /** The time in ISO 8601, in UTC, with microseconds. */
  at: string
  lenderOf: (line: Line) => Lender
  newId: () => string
}

export interface TakenOver<Loan extends LoanOfBook> {
  loan: Loan
  stored: readonly Line[]
  /** The active commitments after the take-over. */
  lines: readonly Line[]
  holds: readonly Line[]
  /** The release of each commitment, oldest first. */
  entries: readonly (NewEntry & { id: string })[]
}

export function takeOver<Loan extends LoanOfBook>(
  { loan, lines }: Book<Loan>,
  { actorId, originatorsFirmId, at, lenderOf, newId }: TakeOverContext,
  { firmId, reason }: { firmId: string; reason: string },
): TakenOver<Loan> {
  const own = lines.filter((line) => line.firmId === firmId && !line.isHold && !line.isSoft)
  const released = own.map((line): Line => ({
    ...line,
    status: 'released',
    endedAt: at,
    releasedBy: actorId,
    releaseReason: reason,
  }))
  const holds = own.map((line): Line => ({
    ...line,
    ...{ id: newId(), lenderId: actorId, firmId: originatorsFirmId, isHold: true },
    ...{ standingSince: null, recordedBy: null },
    ...{ actedBy: null, instructedBy: null, instructedOn: null },
  }))
  const stored = [...released, ...holds]
  const taken = own.map(({ percentage }) => percentage)
  return {
    loan: { ...loan, holdPercentage: sumPercent([loan.holdPercentage, ...taken]) },
    stored,
    lines: activeAfter(lines, stored).toSorted(byTime),
    holds,
    entries: own.map((line) => {
      const receiptId = newId()
      return {
        ...entryOfRelease({ receiptId, lender: lenderOf(line) }, loan, line, reason),
        id: receiptId,
      }
    }),
  }
}

const byTime = (one: Line, other: Line): number =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id)
    ? -1
    : 1
