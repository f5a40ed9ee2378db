import type { Loan } from '#contract/loans/shapes.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import { takesCommitments } from '#web/loans/components/loan-availability.ts'

/** Why nobody, or not this person, can commit to the loan now; null when committing is possible. */
export function commitObstacle(loan: Loan, awaitsApproval: boolean): string | null {
  if (loan.isDraft) return 'This loan is a draft. Publish it first.'
  if (!loanCan('commit', loan.status)) return 'This loan is fully funded.'
  if (!takesCommitments(loan)) return 'This loan is fully committed.'
  return awaitsApproval ? 'Your account is awaiting approval.' : null
}
