/** Access control: four roles, and an access level for each endpoint. */

export const roles = ['visitor', 'pending', 'lender', 'admin'] as const
export type Role = (typeof roles)[number]

/**
 * - `anyone`: no sign-in needed.
 * - `reader`: calls that show loans and figures. Visitors can use them only if loans are public.
 * - `signedIn`: any signed-in user, including pending lenders.
 * - `approved`: approved lenders and administrators.
 * - `admin`: administrators.
 */
export type Access = 'anyone' | 'reader' | 'signedIn' | 'approved' | 'admin'

export type Verdict =
  | 'allowed'
  | 'signInFirst'
  | 'awaitingApproval'
  | 'setUpTwoFactorFirst'
  | 'forbidden'

const minimumRole: Record<Access, Role> = {
  anyone: 'visitor',
  reader: 'visitor',
  signedIn: 'pending',
  approved: 'lender',
  admin: 'admin',
}

export interface Circumstances {
  publicLoans: boolean
  mustSetUpTwoFactor: boolean
}

/**
 * An administrator who hasn't set up the required two-factor sign-in has the same access as a pending lender. A pending
 * lender can set up two-factor sign-in.
 */
export function mayCall(
  role: Role,
  access: Access,
  { publicLoans, mustSetUpTwoFactor }: Circumstances,
): Verdict {
  const needed = access === 'reader' && !publicLoans ? 'pending' : minimumRole[access]
  const isEnough = (candidate: Role) => roles.indexOf(candidate) >= roles.indexOf(needed)
  if (isEnough(role))
    return mustSetUpTwoFactor && !isEnough('pending') ? 'setUpTwoFactorFirst' : 'allowed'
  if (role === 'visitor') return 'signInFirst'
  return role === 'pending' && needed === 'lender' ? 'awaitingApproval' : 'forbidden'
}

export const roleOf = (user: { isAdmin: boolean; isApproved: boolean } | null): Role =>
  !user ? 'visitor' : user.isAdmin ? 'admin' : user.isApproved ? 'lender' : 'pending'

export const needsTwoFactor = (user: { isAdmin: boolean } | null, adminsMust: boolean): boolean =>
  adminsMust && user !== null && user.isAdmin

export const mustSetUpTwoFactor = (
  user: { isAdmin: boolean; hasTwoFactor: boolean } | null,
  adminsMust: boolean,
): boolean => needsTwoFactor(user, adminsMust) && user?.hasTwoFactor === false
