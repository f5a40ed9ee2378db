/** The actions that a caller can take on a commitment. Responses list them as `can`. */
import { mayCommit, type Role } from '#domain/access.ts'
import type { BookState } from '#domain/loans/dates/book-stages.ts'
import { refusalOfStage, type StageAct } from './deal/stage-refusals.ts'
import {
  commitmentActionNames,
  commitmentCan,
  type CommitmentAction,
  type Position,
} from './commitments.ts'

export interface CommitmentCaller {
  role: Role
  /** True if the caller's firm holds the commitment. */
  isHolder: boolean
  /** True if a person of the firm has an active, approved account. */
  isHolderEligible: boolean
  /** True on an administrator's own commitments, which the book's deadline binds like those of other lenders. */
  isOwnPosition?: boolean
}

/** Lowering is the change that a book allows the longest. */
const stageActs: Record<CommitmentAction, StageAct> = {
  change: 'lower',
  withdraw: 'withdraw',
  makeBinding: 'makeBinding',
  release: 'release',
}

const bookAllows = (action: CommitmentAction, isForLender: boolean, book: BookState) => {
  const isOnBehalf = isForLender && (action === 'change' || action === 'makeBinding')
  const act = isOnBehalf ? 'recordOnBehalf' : stageActs[action]
  const acts: StageAct[] = action === 'makeBinding' ? [act, 'bind'] : [act]
  const at = new Date().toISOString()
  return acts.every((each) => refusalOfStage(each, book, at) === null)
}

/**
 * Lenders can act on their firm's soft commitments. Administrators can act for any firm and can release commitments. The
 * commitments of a firm that may no longer commit can still be withdrawn or released.
 */
export const permissionsOnCommitment = (
  { role, isHolder, isHolderEligible, isOwnPosition = false }: CommitmentCaller,
  { book, ...position }: Position & { book: BookState },
): CommitmentAction[] =>
  commitmentActionNames.filter((action) => {
    const isEnding = action === 'withdraw' || action === 'release'
    return (
      (role === 'admin' || (mayCommit(role) && isHolder && action !== 'release')) &&
      (isEnding || isHolderEligible) &&
      commitmentCan(action, position) &&
      bookAllows(action, role === 'admin' && !isOwnPosition, book)
    )
  })
