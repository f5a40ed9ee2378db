import type { Loan } from '#contract/loans/shapes.ts'

/** The wait or work that the book of a loan is in, or null for an open one. A funded loan needs no act anymore. */
export function describeStage({
  bookStage,
  isTermsPending,
  status,
}: Pick<Loan, 'bookStage' | 'isTermsPending' | 'status'>): string | null {
  if (status === 'funded') return null
  if (bookStage === 'offered') return 'Awaits answers'
  if (bookStage === 'closed') return 'Book closed'
  return isTermsPending === 'true' ? 'Terms proposed' : null
}
