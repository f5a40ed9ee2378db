/** The actions on a loan that its caller may take now. Answers list them as `can`, so that no client repeats the rule. */
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

/** Whether a loan accepts commitments: its status allows it, and at least one whole percent is left. */
export const takesCommitments = ({ status, committedPercentage }: Omit<LoanState, 'isDraft'>) =>
  loanCan('commit', status) && percentNumber(availablePercent(committedPercentage)) > 0

/** The conditions beside the status. */
const conditions: Partial<Record<LoanPermission, (loan: LoanState) => boolean>> = {
  commit: (loan) => !isDraft(loan) && takesCommitments(loan),
  changeTerms: ({ committedPercentage }) => !isAboveZero(committedPercentage),
  publish: (loan) => isDraft(loan),
}

const isDraft = (loan: LoanState) => loan.isDraft === 'true'

/** The permissions of a role on a loan. Lenders commit; everything else is for administrators. */
export const permissionsOnLoan = (role: Role, loan: LoanState): LoanPermission[] =>
  loanPermissions.filter(
    (action) =>
      (role === 'admin' || (role === 'lender' && action === 'commit')) &&
      (action === 'publish' || loanCan(action, loan.status)) &&
      (conditions[action]?.(loan) ?? true),
  )
