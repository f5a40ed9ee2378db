/**
 * The caller of a request. The guard (`server/http/guard.ts`) creates it from the session and passes it to every
 * handler. Access depends only on the principal.
 */
import { mustSetUpTwoFactor, roleOf, type FirmRole, type Role } from '#domain/access.ts'
import type { Config } from '#server/config/config.ts'

export interface SignedInAccount {
  id: string
  email: string
  firstName: string
  lastName: string
  companyName: string | null
  firmId: string
  firmRole: FirmRole
  profileImageUrl: string | null
  isAdmin: boolean
  isApproved: boolean
  notifyByEmail: boolean
  hasTwoFactor: boolean
  mustAcceptTerms: boolean
  createdAt: string
}

export interface Principal {
  account: SignedInAccount
  role: Role
  via: { kind: 'session'; id: string }
}

export const principalOf = (account: SignedInAccount, sessionId: string): Principal => ({
  account,
  role: roleOf(account),
  via: { kind: 'session', id: sessionId },
})

/** The firm that holds the caller's positions and messages. */
export const firmOf = ({ account }: Principal): string => account.firmId

/**
 * The maker of the only commitments that the caller may read, or null if the caller reads all of the firm. An account
 * that awaits approval may be anyone's, so it doesn't read what colleagues made.
 */
export const onlyMakerFor = ({ account, role }: Principal): string | null =>
  role === 'pending' ? account.id : null

/** True for an administrator, who acts for the originator. All other callers are approved or pending lenders. */
export const isAdministrator = ({ role }: Pick<Principal, 'role'>): boolean => role === 'admin'

export interface Caller {
  principal: Principal | null
  config: Pick<Config, 'requireAdmin2fa'>
}

/**
 * The role in which a caller can act. Until a user sets up required two-factor sign-in, it is the role of a pending
 * lender, as in `mayCall`.
 */
export function actingRole({ principal, config }: Caller): Role {
  if (!principal) return 'visitor'
  return mustSetUpTwoFactor(principal.account, config.requireAdmin2fa) ? 'pending' : principal.role
}
