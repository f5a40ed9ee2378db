import type { Loan } from '#contract/loans/shapes.ts'
import type { Role } from '#domain/access.ts'
import { formatMoment } from '#domain/days.ts'
import { takesCommitments } from '#domain/loans/permissions.ts'
import { loanCan, refusalOfLoanAction } from '#domain/loans/statuses.ts'
import { availablePercent, formatShortly, percentNumber, subtractMoney } from '#domain/money.ts'

export const availableShare = (loan: Pick<Loan, 'committedPercentage'>) =>
  percentNumber(availablePercent(loan.committedPercentage))

export const availableAmount = (loan: Pick<Loan, 'amount' | 'committedAmount'>) =>
  subtractMoney(loan.amount, loan.committedAmount)

type Committed = Pick<
  Loan,
  | 'status'
  | 'committedPercentage'
  | 'bookStage'
  | 'commitmentDeadline'
  | 'takesCommitments'
  | 'isDraft'
  | 'isTeaser'
  | 'can'
>

interface Obstacle {
  short: string
  sentence: string
  /** True if a banner on every page already shows the sentence. */
  isInBanner?: true
}

/**
 * Returns the reason why the user can't commit to the loan now, or null if the user can. A viewer of a firm can open a
 * dialog to ask a colleague to commit.
 */
export function obstacleToCommit(loan: Committed, role?: Role): Obstacle | null {
  if (loan.can.includes('commit')) return null
  if (loan.isDraft) return { short: 'Draft', sentence: 'This loan is a draft. Publish it first.' }
  if (!loanCan('commit', loan.status))
    return { short: 'Fully funded', sentence: 'This loan is fully funded.' }
  if (!takesCommitments(loan))
    return { short: 'Fully committed', sentence: 'This loan is fully committed.' }
  if (loan.bookStage === 'offered')
    return {
      short: 'In Allocation',
      sentence: 'This loan takes no commitments while an allocation awaits answers.',
    }
  if (loan.takesCommitments === 'false')
    return {
      short: loan.bookStage === 'closed' ? 'Book closed' : 'Deadline passed',
      sentence: loan.commitmentDeadline
        ? `Commitments were due ${formatMoment(loan.commitmentDeadline)}. Ask the administrator.`
        : "This loan's book takes no commitments.",
    }
  if (loan.isTeaser === 'true')
    return {
      short: 'Access by request',
      sentence: 'This is a teaser. You can commit once your firm has access.',
    }
  if (role === 'viewer') return null
  const sentence = 'Your account is awaiting approval.'
  return { short: 'Awaiting approval', sentence, isInBanner: true }
}

export const commitObstacle = (loan: Committed, role?: Role): string | null =>
  obstacleToCommit(loan, role)?.sentence ?? null

/** Returns the amount left, or the reason why the user can't commit, unless the banner beside it gives the reason. */
export function describeLeft(loan: Loan, role?: Role, isBelowBanner = false): string | null {
  const obstacle = loan.isTeaser === 'true' ? null : obstacleToCommit(loan, role)
  if (obstacle && !(isBelowBanner && obstacle.isInBanner)) return obstacle.short
  return takesCommitments(loan) ? `${formatShortly(availableAmount(loan))} left` : null
}

/** Returns the reason why the loan can't be deleted, or undefined if it can. */
export function deleteObstacle({ can, status }: Pick<Loan, 'can' | 'status'>): string | undefined {
  const refusal = can.includes('delete') ? null : refusalOfLoanAction('delete', status)
  return refusal === null ? undefined : `${refusal}.`
}
