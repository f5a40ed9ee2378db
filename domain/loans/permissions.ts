/**
 * The actions that a caller can take on a loan. Responses list them as `can` so that clients don't repeat the rules.
 */
import { mayCommit, type Role } from '#domain/access.ts'
import { availablePercent, isAboveZero, percentNumber, type Percent } from '#domain/money.ts'
import { loanActionNames, loanCan, type LoanAction, type LoanStatus } from './statuses.ts'

const draftActions = ['publish', 'unpublish'] as const
type DraftAction = (typeof draftActions)[number]

export const loanPermissions = [...loanActionNames, ...draftActions] as const
export type LoanPermission = LoanAction | DraftAction

export interface LoanState {
  status: LoanStatus
  committedPercentage: Percent
  isDraft?: 'true' | 'false' | undefined
  /** True if the loan ever had a commitment. Not known for loans in lists, so lists never include `unpublish`. */
  hasCommitments?: boolean | undefined
  /** True if the caller has no active share and hasn't passed. Unknown in lists, so lists never include `pass`. */
  isUndecided?: boolean | undefined
}

/** True if the loan's status allows commitments and at least one whole percent is available. */
export const takesCommitments = ({ status, committedPercentage }: Omit<LoanState, 'isDraft'>) =>
  loanCan('commit', status) && percentNumber(availablePercent(committedPercentage)) > 0

const conditions: Partial<Record<LoanPermission, (loan: LoanState) => boolean>> = {
  commit: (loan) => !isDraft(loan) && takesCommitments(loan),
  pass: (loan) => !isDraft(loan) && loan.isUndecided === true,
  changeTerms: ({ committedPercentage }) => !isAboveZero(committedPercentage),
  publish: (loan) => isDraft(loan),
  unpublish: (loan) => !isDraft(loan) && loan.hasCommitments === false,
}

const isDraft = (loan: LoanState) => loan.isDraft === 'true'

/** A draft can be published, and a published loan can be returned to draft, whatever the loan's status is. */
const isDraftAction = (action: LoanPermission): action is DraftAction =>
  draftActions.some((name) => name === action)

const lenderActions: readonly LoanPermission[] = ['commit', 'pass']

/** Lenders can only commit or pass, whereas administrators can take any action except passing. */
export const permissionsOnLoan = (role: Role, loan: LoanState): LoanPermission[] =>
  loanPermissions.filter(
    (action) =>
      (role === 'admin' ? action !== 'pass' : mayCommit(role) && lenderActions.includes(action)) &&
      (isDraftAction(action) || loanCan(action, loan.status)) &&
      (conditions[action]?.(loan) ?? true),
  )
