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

export type Verdict = 'allowed' | 'signInFirst' | 'awaitingApproval' | 'forbidden'

const least: Record<Access, Role> = {
  anyone: 'visitor',
  reader: 'visitor',
  signedIn: 'pending',
  approved: 'lender',
  admin: 'admin',
}

/** Whether a role may make a call, and if not, what stands in its way. */
export function mayCall(role: Role, access: Access, publicLoans: boolean): Verdict {
  const needed = access === 'reader' && !publicLoans ? 'pending' : least[access]
  if (roles.indexOf(role) >= roles.indexOf(needed)) return 'allowed'
  if (role === 'visitor') return 'signInFirst'
  return role === 'pending' && needed === 'lender' ? 'awaitingApproval' : 'forbidden'
}

/** The role of an account; nobody signed in is a visitor. */
export const roleOf = (user: { isAdmin: boolean; isApproved: boolean } | null): Role =>
  !user ? 'visitor' : user.isAdmin ? 'admin' : user.isApproved ? 'lender' : 'pending'
