/**
 * The actions that a caller may take on a loan. Responses list them as `can`, so that clients don't repeat the rules.
 */
import type { Role } from '#domain/access.ts'
import { availablePercent, isAboveZero, percentNumber, type Percent } from '#domain/money.ts'
import { loanActionNames, loanCan, type LoanAction, type LoanStatus } from './statuses.ts'

export const loanPermissions = [...loanActionNames, 'publish'] as const
export type LoanPermission = LoanAction | 'publish'

export interface LoanState {
  status: LoanStatus
  committedPercentage: Percent
  isDraft?: 'true' | 'false' | undefined
}

/** The status must allow it, and at least one whole percent must be available. */
export const takesCommitments = ({ status, committedPercentage }: Omit<LoanState, 'isDraft'>) =>
  loanCan('commit', status) && percentNumber(availablePercent(committedPercentage)) > 0

const conditions: Partial<Record<LoanPermission, (loan: LoanState) => boolean>> = {
  commit: (loan) => !isDraft(loan) && takesCommitments(loan),
  changeTerms: ({ committedPercentage }) => !isAboveZero(committedPercentage),
  publish: (loan) => isDraft(loan),
}

const isDraft = (loan: LoanState) => loan.isDraft === 'true'

/** Lenders can only commit; administrators can do everything. */
export const permissionsOnLoan = (role: Role, loan: LoanState): LoanPermission[] =>
  loanPermissions.filter(
    (action) =>
      (role === 'admin' || (role === 'lender' && action === 'commit')) &&
      (action === 'publish' || loanCan(action, loan.status)) &&
      (conditions[action]?.(loan) ?? true),
  )
