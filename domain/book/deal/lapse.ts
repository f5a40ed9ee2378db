/** Commitments that end because nobody took them up or confirmed them in time, or because the book closed. */
import type { NewEntry } from '#domain/audit/entries.ts'
import { figuresOf, firmOf, type Lender } from '#domain/book/act-entries.ts'
import type { CommitmentEnd } from '#domain/book/commitments.ts'
import type { Line, LoanOfBook } from '#domain/book/lines.ts'

export const lapsedLine = (line: Line, at: string, endReason: CommitmentEnd): Line => ({
  ...line,
  status: 'lapsed',
  endedAt: at,
  endReason,
})

/** @param lender The person who made the commitment, with the firm that holds it. */
export function entryOfLapse(
  { id, title }: LoanOfBook,
  { before, after }: { before: Line; after: Line },
  lender: Lender,
  receiptId: string,
): NewEntry {
  const position = { ...figuresOf(before), ...firmOf(lender) }
  return {
    id: receiptId,
    kind: 'commitmentLapsed',
    person: lender,
    loan: { id, title },
    object: { id: before.id },
    before: { ...position, status: before.status },
    after: { ...position, status: after.status, reason: reasons[after.endReason ?? 'bookClosed'] },
  }
}

const reasons: Record<CommitmentEnd, string> = {
  notTakenUp: 'The offer was not answered in time',
  notConfirmed: 'The new terms were not confirmed in time',
  bookClosed: 'The book was closed',
}
