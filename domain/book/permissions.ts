/** The actions on a commitment that its caller may take now. Answers list them as `can`. */
import type { Role } from '#domain/access.ts'
import {
  commitmentActionNames,
  commitmentCan,
  type CommitmentAction,
  type Position,
} from './commitments.ts'

export interface CommitmentCaller {
  role: Role
  /** The caller is the commitment's lender. */
  isHolder: boolean
  /** The commitment's lender may commit: the account is active and approved. */
  isHolderEligible: boolean
}

/**
 * The permissions of a caller on a commitment. Lenders act on their own soft ones; administrators act on the word
 * of any lender, and release binding ones. A lender who may no longer commit can still be let out.
 */
export const permissionsOnCommitment = (
  { role, isHolder, isHolderEligible }: CommitmentCaller,
  position: Position,
): CommitmentAction[] =>
  commitmentActionNames.filter((action) => {
    const isEnding = action === 'withdraw' || action === 'release'
    return (
      (role === 'admin' || (role === 'lender' && isHolder && action !== 'release')) &&
      (isEnding || isHolderEligible) &&
      commitmentCan(action, position)
    )
  })
