/** Access control: six roles in one order, and an access level for each endpoint. */

/**
 * The roles, each with the rights of those before it. A viewer reads and asks for the firm, a lender also commits, and
 * a manager also manages the firm's people.
 */
export const roles = ['visitor', 'pending', 'viewer', 'lender', 'manager', 'admin'] as const
export type Role = (typeof roles)[number]

/** The roles of a person within the firm. */
export const firmRoles = ['viewer', 'committer', 'manager'] as const
export type FirmRole = (typeof firmRoles)[number]

export const firmRoleLabels: Record<FirmRole, string> = {
  viewer: 'Viewer',
  committer: 'Committer',
  manager: 'Manager',
}

export const firmRoleRights: Record<FirmRole, string> = {
  viewer: 'Reads loans, documents and positions, and asks questions.',
  committer: 'Also commits, changes and withdraws shares, and makes them binding.',
  manager: 'Also invites people, sets their roles and names the firm.',
}

/** The role that administrators give an account, whatever its role in the firm. */
export type AccountRole = Extract<Role, 'visitor' | 'pending' | 'lender' | 'admin'>

/**
 * - `anyone`: no sign-in needed.
 * - `reader`: calls that show loans and figures. Visitors can use them only if loans are public.
 * - `signedIn`: any signed-in user, including pending lenders.
 * - `viewer`: approved lenders and administrators.
 * - `lender`: approved lenders who may commit for their firm, and administrators.
 * - `manager`: approved managers of a firm, and administrators.
 * - `admin`: administrators.
 */
export type Access = 'anyone' | 'reader' | 'signedIn' | 'viewer' | 'lender' | 'manager' | 'admin'

export type Verdict =
  | 'allowed'
  | 'signInFirst'
  | 'awaitingApproval'
  | 'viewsOnly'
  | 'managersOnly'
  | 'setUpTwoFactorFirst'
  | 'forbidden'

const minimumRole: Record<Access, Role> = {
  anyone: 'visitor',
  reader: 'visitor',
  signedIn: 'pending',
  viewer: 'viewer',
  lender: 'lender',
  manager: 'manager',
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
  if (needed === 'admin') return 'forbidden'
  if (role === 'pending') return 'awaitingApproval'
  return needed === 'manager' ? 'managersOnly' : 'viewsOnly'
}

interface Account {
  isAdmin: boolean
  isApproved: boolean
}

export const accountRoleOf = (user: Account | null): AccountRole =>
  !user ? 'visitor' : user.isAdmin ? 'admin' : user.isApproved ? 'lender' : 'pending'

const roleInFirm: Record<FirmRole, Role> = {
  viewer: 'viewer',
  committer: 'lender',
  manager: 'manager',
}

export function roleOf(user: (Account & { firmRole: FirmRole }) | null): Role {
  const role = accountRoleOf(user)
  return user && role === 'lender' ? roleInFirm[user.firmRole] : role
}

/** True for a lender who may commit for the firm. Administrators may commit too, under different rules. */
export const mayCommit = (role: Role): boolean => role === 'lender' || role === 'manager'

/** True for an approved person who isn't an administrator, whatever the role in the firm. */
export const isLender = (role: Role): boolean => role === 'viewer' || mayCommit(role)

export const needsTwoFactor = (user: { isAdmin: boolean } | null, adminsMust: boolean): boolean =>
  adminsMust && user !== null && user.isAdmin

export const mustSetUpTwoFactor = (
  user: { isAdmin: boolean; hasTwoFactor: boolean } | null,
  adminsMust: boolean,
): boolean => needsTwoFactor(user, adminsMust) && user?.hasTwoFactor === false

/** The kinds by which administrators filter accounts. Pending and deactivated lenders are lenders, too. */
export const userKinds = [
  'admin',
  'lender',
  'viewer',
  'pending',
  'neverSignedIn',
  'withoutTwoFactor',
  'deactivated',
] as const
export type UserKind = (typeof userKinds)[number]

/**
 * The orders in which administrators list accounts. A leading `-` means descending order. The accounts without a sign-in
 * count as the oldest ones.
 */
export const userOrders = ['newest', 'name', 'firm', '-signedIn', 'signedIn'] as const
export type UserOrder = (typeof userOrders)[number]
