import type { Loan } from '#contract/loans/shapes.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import { availablePercent, percentNumber } from '#domain/money.ts'

/** The whole per cents of a loan that no binding commitment has taken. */
export const availableShare = (loan: Pick<Loan, 'committedPercentage'>) =>
  percentNumber(availablePercent(loan.committedPercentage))

/** Whether there is anything to commit to: the status allows it, and a per cent is left. */
export const takesCommitments = (loan: Pick<Loan, 'status' | 'committedPercentage'>) =>
  loanCan('commit', loan.status) && availableShare(loan) > 0
