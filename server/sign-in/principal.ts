/**
 * Who is asking: the guard (`server/http/mount.ts`) makes one from the session and hands it to every
 * handler. What a call shows or changes because of who asks is a function of it. A lender's firm
 * will join it here.
 */
import { mustSetUpTwoFactor, roleOf, type Role } from '#domain/access.ts'
import type { Config } from '#server/config/config.ts'

/** The account of a live session, as it is at the time of the request. */
export interface SignedInAccount {
  id: string
  email: string
  firstName: string
  lastName: string
  companyName: string | null
  profileImageUrl: string | null
  isAdmin: boolean
  isApproved: boolean
  notifyByEmail: boolean
  hasTwoFactor: boolean
  /** A lender who has yet to accept terms that were changed. */
  mustAcceptTerms: boolean
  createdAt: string
}

export interface Principal {
  /** The account that acts. */
  account: SignedInAccount
  role: Role
  /** The session that authenticated the request, by its public id, which its owner sees in a list. */
  via: { kind: 'session'; id: string }
}

/** The principal of a session. */
export const principalOf = (account: SignedInAccount, sessionId: string): Principal => ({
  account,
  role: roleOf(account),
  via: { kind: 'session', id: sessionId },
})

/** The holder of the caller's position: today the account that acts. */
export const holderOf = ({ account }: Principal): Pick<SignedInAccount, 'id'> => account

/** Whether it works for the originator; otherwise it is a lender, approved or pending. */
export const isAdministrator = ({ role }: Pick<Principal, 'role'>): boolean => role === 'admin'

/** The caller of a request; the principal is null for a visitor. */
export interface Caller {
  principal: Principal | null
  config: Pick<Config, 'requireAdmin2fa'>
}

/** The role that a caller may act in: a pending lender's until required two-factor sign-in is set up, as in `mayCall`. */
export function actingRole({ principal, config }: Caller): Role {
  if (!principal) return 'visitor'
  return mustSetUpTwoFactor(principal.account, config.requireAdmin2fa) ? 'pending' : principal.role
}
