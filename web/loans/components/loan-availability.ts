import type { Loan } from '#contract/loans/shapes.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import { availablePercent, percentNumber } from '#domain/money.ts'

/** The whole percent of a loan that no binding commitment has taken. */
export const availableShare = (loan: Pick<Loan, 'committedPercentage'>) =>
  percentNumber(availablePercent(loan.committedPercentage))

/** Whether a loan accepts commitments: its status allows it, and at least one percent is left. */
export const takesCommitments = (loan: Pick<Loan, 'status' | 'committedPercentage'>) =>
  loanCan('commit', loan.status) && availableShare(loan) > 0
