/** The end of a commitment that wasn't taken up, wasn't confirmed, or was still soft when the book closed. */
import type { NewEntry } from '#domain/audit/entries.ts'
import { entryOfEnd, type Lender } from '#domain/book/act-entries.ts'
import type { CommitmentEnd } from '#domain/book/commitments.ts'
import type { Line, LoanOfBook } from '#domain/book/lines.ts'

export const endReasons: Record<CommitmentEnd, string> = {
  notTakenUp: "The offer wasn't answered in time",
  notConfirmed: "The new terms weren't confirmed",
  bookClosed: 'The book was closed',
}

export const lapsedLine = (line: Line, endReason: CommitmentEnd, at: string): Line => ({
  ...line,
  status: 'lapsed',
  endedAt: at,
  endReason,
})

export const entryOfLapse = (
  context: { receiptId: string; lender: Lender },
  loan: LoanOfBook,
  line: Line,
  reason: string,
): NewEntry => entryOfEnd('commitmentLapsed', context, loan, line, { status: 'lapsed', reason })
