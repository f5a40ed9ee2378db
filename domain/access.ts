/** Who may call what: four roles, and one word of access for each call. */

export const roles = ['visitor', 'pending', 'lender', 'admin'] as const
export type Role = (typeof roles)[number]

/**
 * - `anyone`: everybody.
 * - `reader`: loans and figures; everybody, or whoever is signed in when loans are not public.
 * - `signedIn`: a pending lender too.
 * - `approved`: lenders whom an administrator has approved, and administrators.
 * - `admin`: administrators.
 */
export type Access = 'anyone' | 'reader' | 'signedIn' | 'approved' | 'admin'

export type Verdict =
  'allowed' | 'signInFirst' | 'awaitingApproval' | 'setUpTwoFactorFirst' | 'forbidden'

const least: Record<Access, Role> = {
  anyone: 'visitor',
  reader: 'visitor',
  signedIn: 'pending',
  approved: 'lender',
  admin: 'admin',
}

/** What an installation may ask for beside a role. */
export interface Circumstances {
  /** Whether visitors may read loans and their figures. */
  publicLoans: boolean
  /** Whether the account has yet to set up the two-factor sign-in that it must have here. */
  mustSetUpTwoFactor: boolean
}

/**
 * Whether a role may make a call, and if not, what stands in its way. An administrator who must set
 * up two-factor sign-in may until then do what a pending lender may, which the set-up is part of.
 */
export function mayCall(
  role: Role,
  access: Access,
  { publicLoans, mustSetUpTwoFactor }: Circumstances,
): Verdict {
  const needed = access === 'reader' && !publicLoans ? 'pending' : least[access]
  const isEnough = (given: Role) => roles.indexOf(given) >= roles.indexOf(needed)
  if (isEnough(role))
    return mustSetUpTwoFactor && !isEnough('pending') ? 'setUpTwoFactorFirst' : 'allowed'
  if (role === 'visitor') return 'signInFirst'
  return role === 'pending' && needed === 'lender' ? 'awaitingApproval' : 'forbidden'
}

/** The role of an account; nobody signed in is a visitor. */
export const roleOf = (user: { isAdmin: boolean; isApproved: boolean } | null): Role =>
  !user ? 'visitor' : user.isAdmin ? 'admin' : user.isApproved ? 'lender' : 'pending'

/** Whether an account may not be without two-factor sign-in, where administrators must have it. */
export const needsTwoFactor = (user: { isAdmin: boolean } | null, adminsMust: boolean): boolean =>
  adminsMust && user !== null && user.isAdmin

/** Whether it has yet to set it up. */
export const mustSetUpTwoFactor = (
  user: { isAdmin: boolean; hasTwoFactor: boolean } | null,
  adminsMust: boolean,
): boolean => needsTwoFactor(user, adminsMust) && user?.hasTwoFactor === false
