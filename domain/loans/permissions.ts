/**
 * The actions that a caller can take on a loan. Responses list them as `can` so that clients don't repeat the rules.
 */
import { isLender, mayCommit, type Role } from '#domain/access.ts'
import { availablePercent, compareFigures, percentNumber, type Percent } from '#domain/money.ts'
import { bookTakesCommitments, type BookState } from './dates/book-stages.ts'
import { loanActionNames, loanCan, type LoanAction, type LoanStatus } from './statuses.ts'

export const loanPermissions = [
  ...loanActionNames,
  'publish',
  'unpublish',
  'requestAccess',
] as const
export type LoanPermission = (typeof loanPermissions)[number]

export interface LoanState extends BookState {
  status: LoanStatus
  committedPercentage: Percent
  holdPercentage: Percent
  isDraft?: 'true' | 'false' | undefined
  /** `true` if the caller sees only a teaser of the loan, to which nobody can commit. */
  isTeaser?: 'true' | 'false' | undefined
  /** True if no request of the caller's firm is open. Unknown in lists, so lists never include `requestAccess`. */
  mayRequestAccess?: boolean | undefined
  /** True if the loan ever had a commitment. Not known for loans in lists, so lists never include `unpublish`. */
  hasCommitments?: boolean | undefined
  /** True if the caller has no active share and hasn't passed. Unknown in lists, so lists never include `pass`. */
  isUndecided?: boolean | undefined
}

/** True if the loan's status allows commitments and at least one whole percent is available. */
export const takesCommitments = ({
  status,
  committedPercentage,
}: Pick<LoanState, 'status' | 'committedPercentage'>) =>
  loanCan('commit', status) && percentNumber(availablePercent(committedPercentage)) > 0

const conditions: Partial<Record<LoanPermission, (loan: LoanState) => boolean>> = {
  commit: (loan) => !isDraft(loan) && !isTeaser(loan) && takesCommitments(loan),
  pass: (loan) => !isDraft(loan) && loan.isUndecided === true,
  changeTerms: ({ bookStage, committedPercentage, holdPercentage }) =>
    bookStage !== 'closed' && compareFigures(committedPercentage, holdPercentage) === 0,
  fund: ({ bookStage }) => bookStage !== 'offered',
  publish: (loan) => isDraft(loan),
  unpublish: (loan) => !isDraft(loan) && loan.hasCommitments === false,
  requestAccess: (loan) =>
    isTeaser(loan) && loan.mayRequestAccess === true && loan.status !== 'funded',
}

const isDraft = (loan: LoanState) => loan.isDraft === 'true'
const isTeaser = (loan: LoanState) => loan.isTeaser === 'true'

/** Whether the status allows the other actions is part of their conditions. */
const dependsOnStatus = (action: LoanPermission): action is LoanAction =>
  loanActionNames.some((name) => name === action)

const lenderActions: readonly LoanPermission[] = ['commit', 'pass']

/** Administrators can record a commitment that arrives after the deadline. */
const mayCommitNow = (role: Role, loan: LoanState) =>
  role === 'admin' ? loan.bookStage === 'open' : bookTakesCommitments(loan, new Date())

/** Lenders can only commit, pass or ask for access, whereas administrators can take any other action. */
const isForRole = (role: Role, action: LoanPermission): boolean => {
  if (action === 'requestAccess') return isLender(role)
  if (role === 'admin') return action !== 'pass'
  return mayCommit(role) && lenderActions.includes(action)
}

export const permissionsOnLoan = (role: Role, loan: LoanState): LoanPermission[] =>
  loanPermissions.filter(
    (action) =>
      isForRole(role, action) &&
      (!dependsOnStatus(action) || loanCan(action, loan.status)) &&
      (action !== 'commit' || mayCommitNow(role, loan)) &&
      (conditions[action]?.(loan) ?? true),
  )
