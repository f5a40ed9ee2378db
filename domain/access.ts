/** Who may call what: four roles, and one access level for each call. */

export const roles = ['visitor', 'pending', 'lender', 'admin'] as const
export type Role = (typeof roles)[number]

/**
 * - `anyone`: everybody.
 * - `reader`: loans and figures; everybody, or only signed-in users when loans are not public.
 * - `signedIn`: every signed-in user, including pending lenders.
 * - `approved`: lenders whom an administrator has approved, and administrators.
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

/** Conditions of the installation and account, besides the role. */
export interface Circumstances {
  /** Whether visitors may read loans and their figures. */
  publicLoans: boolean
  /** Whether the account still has to set up required two-factor sign-in. */
  mustSetUpTwoFactor: boolean
}

/**
 * Whether a role may make a call, and if not, why. Until an administrator has set up required
 * two-factor sign-in, they may do what a pending lender may; that includes setting it up.
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

/** An account's role; without an account, a visitor. */
export const roleOf = (user: { isAdmin: boolean; isApproved: boolean } | null): Role =>
  !user ? 'visitor' : user.isAdmin ? 'admin' : user.isApproved ? 'lender' : 'pending'

/** Whether an account has to have two-factor sign-in, if administrators must. */
export const needsTwoFactor = (user: { isAdmin: boolean } | null, adminsMust: boolean): boolean =>
  adminsMust && user !== null && user.isAdmin

/** Whether the account still has to set it up. */
export const mustSetUpTwoFactor = (
  user: { isAdmin: boolean; hasTwoFactor: boolean } | null,
  adminsMust: boolean,
): boolean => needsTwoFactor(user, adminsMust) && user?.hasTwoFactor === false
