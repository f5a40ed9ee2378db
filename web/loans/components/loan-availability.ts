import type { Loan } from '#contract/loans/shapes.ts'
import type { Role } from '#domain/access.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import { availablePercent, percentNumber, subtractMoney } from '#domain/money.ts'

/** The whole percent of a loan that no binding commitment has taken. */
export const availableShare = (loan: Pick<Loan, 'committedPercentage'>) =>
  percentNumber(availablePercent(loan.committedPercentage))

/** The dollars of it. */
export const availableAmount = (loan: Pick<Loan, 'amount' | 'committedAmount'>) =>
  subtractMoney(loan.amount, loan.committedAmount)

/** Whether a loan accepts commitments: its status allows it, and at least one percent is left. */
export const takesCommitments = (loan: Pick<Loan, 'status' | 'committedPercentage'>) =>
  loanCan('commit', loan.status) && availableShare(loan) > 0

type Committed = Pick<Loan, 'status' | 'committedPercentage' | 'isDraft'>

interface Obstacle {
  /** For lists, next to the button. */
  short: string
  sentence: string
}

/** Why nobody, or not this person, can commit to the loan now; null when committing is possible. */
export function obstacleToCommit(loan: Committed, role: Role): Obstacle | null {
  if (loan.isDraft) return { short: 'Draft', sentence: 'This loan is a draft. Publish it first.' }
  if (!loanCan('commit', loan.status))
    return { short: 'Fully funded', sentence: 'This loan is fully funded.' }
  if (!takesCommitments(loan))
    return { short: 'Fully committed', sentence: 'This loan is fully committed.' }
  return role === 'pending'
    ? { short: 'Awaiting approval', sentence: 'Your account is awaiting approval.' }
    : null
}

export const commitObstacle = (loan: Committed, role: Role): string | null =>
  obstacleToCommit(loan, role)?.sentence ?? null
