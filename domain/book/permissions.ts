/** The actions that a caller can take on a commitment. Responses list them as `can`. */
import type { Role } from '#domain/access.ts'
import {
  commitmentActionNames,
  commitmentCan,
  type CommitmentAction,
  type Position,
} from './commitments.ts'

export interface CommitmentCaller {
  role: Role
  isHolder: boolean
  /** True if the lender's account is active and approved. */
  isHolderEligible: boolean
}

/**
 * Lenders can act on their own soft commitments. Administrators can act for any lender and can release commitments. The
 * commitments of a lender who may no longer commit can still be withdrawn or released.
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
