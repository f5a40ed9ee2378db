import * as z from 'zod/mini'
import { companyName, email, firstName, lastName } from './shapes.ts'
import { firmRoles, userKinds, userOrders } from '#domain/access.ts'
import { textLimits } from '#domain/texts.ts'
import {
  flag,
  inputFlag,
  id,
  money,
  pageFields,
  searchText,
  timestamp,
  flagOr,
  optionalText,
} from '#contract/wire.ts'

export const pendingUser = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  companyName: z.nullable(z.string()),
  firmId: id,
  /** The firm's own name, or null if it goes by the name of its first person. */
  firmName: z.nullable(z.string()),
  firmRole: z.enum(firmRoles),
  createdAt: timestamp,
})
/** The things that a pending person and an approved one can have in common. */
export const likenesses = ['firm', 'emailDomain', 'company'] as const

export const pendingUserOfList = z.extend(pendingUser, {
  /**
   * Approved, active people who might be colleagues, oldest first, at most 20 for each value of `shares`. It is the first
   * that applies: the firm, the email domain unless it is one such as gmail.com, or the company, which anyone can claim.
   */
  colleagues: z.array(z.object({ name: z.string(), shares: z.enum(likenesses) })),
  /** The invitation with which the person registered, or null if the person came without one. */
  invitation: z.nullable(
    z.object({
      /** Null if the administrator's account was deleted. */
      invitedByName: z.nullable(z.string()),
      createdAt: timestamp,
    }),
  ),
  /** The number of active binding commitments. An account with binding commitments can't be rejected. */
  bindingCommitments: z.int(),
})
export type PendingUser = z.infer<typeof pendingUserOfList>

export const user = z.object({
  ...pendingUser.shape,
  name: z.string(),
  username: z.string(),
  isAdmin: flag,
  isApproved: flag,
  hasTwoFactor: flag,
  deactivatedAt: z.nullable(timestamp),
  /** Null before the first sign-in. Registering doesn't count as a sign-in. */
  lastSignInAt: z.nullable(timestamp),
  /**
   * The number of the firm's active binding commitments if nobody else could answer for them. With any, the account can't
   * be deleted.
   */
  bindingCommitments: z.int(),
  /** The sum of the firm's active binding commitments, including those that colleagues made. */
  bindingAmount: money,
  /** The sum of the firm's active soft commitments, including those that colleagues made. */
  softAmount: money,
  /**
   * The number of messages plus commitments in any state. An account with any of these is deactivated instead of
   * deleted.
   */
  records: z.int(),
})
export type User = z.infer<typeof user>

export const boundLoan = z.object({ id, title: z.string() })

/** Without a `limit`, the response contains all accounts. */
export const userPage = z.object({
  /** Each word must match part of the name, email address, or company. */
  search: searchText(textLimits.search),
  mayCommit: z.optional(inputFlag),
  kind: z.optional(z.enum(userKinds, 'Must be one of the kinds')),
  sort: z.optional(z.enum(userOrders, 'Must be one of the orders')),
  ...pageFields(200),
  /** A cursor for sorting by name contains the name, which can take up to 800 bytes. */
  cursor: searchText(1300),
})
export const accountEnds = ['deleted', 'deactivated'] as const
export type AccountEnd = (typeof accountEnds)[number]

/**
 * The state in which the caller last saw the account. The deletion is rejected if the account has changed since then.
 */
export const userToDelete = z.object({
  isPending: z.optional(inputFlag),
  outcome: z.optional(z.enum(accountEnds, 'Must be deleted or deactivated')),
})
export const pendingUserPage = z.object({
  ...pageFields(200),
  /** Returns only this account, and only if it is pending approval. */
  userId: z.optional(id),
})

const firmFields = {
  /** Moves the person to this firm. */
  firmId: z.optional(id),
  firmRole: z.optional(z.enum(firmRoles, 'Must be viewer, committer or manager')),
}
const userFields = z.object({
  firstName: z.optional(firstName),
  lastName: z.optional(lastName),
  email: z.optional(email),
  companyName: z.optional(companyName),
  isAdmin: z.optional(flag),
  isApproved: z.optional(flag),
})
export const userChange = z.extend(userFields, {
  isAdmin: z.optional(inputFlag),
  isApproved: z.optional(inputFlag),
  ...firmFields,
})
export const userFormFields = z.extend(userFields, firmFields)

export const endedSignIns = z.object({ ended: z.int() })

export const resetLink = z.object({ url: z.string(), expiresAt: timestamp })

const maxInvited = 50

export const newInvitations = z.object({
  emails: z
    .array(email, 'Enter at least one email address')
    .check(
      z.minLength(1, 'Enter at least one email address'),
      z.maxLength(maxInvited, `Invite at most ${maxInvited} at a time`),
    ),
  companyName: z.optional(companyName),
  note: optionalText(textLimits.note),
  /** True if the account is approved at registration, without an administrator's review. */
  isApproved: flagOr('false'),
})

export const invitationStates = ['open', 'accepted', 'expired', 'withdrawn'] as const

export const invitation = z.object({
  id,
  email: z.string(),
  /** The name from the imported file, or null for an invitation that wasn't imported. */
  name: z.nullable(z.string()),
  companyName: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The firm to join and the role in it, or null if the person gets a new firm. */
  firmId: z.nullable(id),
  firmName: z.nullable(z.string()),
  firmRole: z.nullable(z.enum(firmRoles)),
  isApproved: flag,
  state: z.enum(invitationStates),
  /** Null if the administrator's account was deleted. */
  invitedByName: z.nullable(z.string()),
  createdAt: timestamp,
  expiresAt: timestamp,
  endedAt: z.nullable(timestamp),
  /** The link that accepts the invitation, or null if the invitation isn't open. */
  url: z.nullable(z.string()),
})
export type Invitation = z.infer<typeof invitation>

export const invitationPage = z.object(pageFields(200))
