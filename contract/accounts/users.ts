/** Accounts, as administrators see them. */
import * as z from 'zod/mini'
import { companyName, email, firstName, lastName } from './shapes.ts'
import { textLimits } from '#domain/texts.ts'
import { flag, inputFlag, id, pageFields, searchText, timestamp } from '#contract/wire.ts'

export const pendingUser = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Null for none. */
  companyName: z.nullable(z.string()),
  createdAt: timestamp,
})
export const pendingUserOfList = z.extend(pendingUser, {
  /** Other accounts whose addresses end in the same domain, as colleagues' do: at most 20. */
  colleagues: z.int(),
  /** Active ones: whoever was approved before may hold some, and can't be rejected then. */
  bindingCommitments: z.int(),
})
export type PendingUser = z.infer<typeof pendingUserOfList>

export const user = z.object({
  ...pendingUser.shape,
  /** First and last name. */
  name: z.string(),
  /** The part of the email address before the @. */
  username: z.string(),
  isAdmin: flag,
  isApproved: flag,
  hasTwoFactor: flag,
  /** Null while the account is active. */
  deactivatedAt: z.nullable(timestamp),
  /** Null before the first one; whoever registers is signed in without one. */
  lastSignInAt: z.nullable(timestamp),
  /** Active binding commitments: an account with any can't be deleted. */
  bindingCommitments: z.int(),
  /** Commitments in any state, and messages: with any, the account is deactivated instead of deleted. */
  records: z.int(),
})
export type User = z.infer<typeof user>

/** A loan whose binding commitment keeps an account from being deleted. */
export const boundLoan = z.object({ id, title: z.string() })

/** Without a `limit`, accounts are not cut into pages. */
export const userPage = z.object({
  /** Words, each part of a name, email address or company. */
  search: searchText(textLimits.search),
  /** Only approved and active accounts, which can hold commitments. */
  mayCommit: z.optional(inputFlag),
  ...pageFields(200),
})
/** How an account ends: with records it is only deactivated. */
export const accountEnds = ['deleted', 'deactivated'] as const
export type AccountEnd = (typeof accountEnds)[number]

/** What the caller takes an account for when deleting it. */
export const userToDelete = z.object({
  /** One that awaits approval: any other one is refused. */
  isPending: z.optional(inputFlag),
  /** What the caller has confirmed: refused when the account's records lead to the other one. */
  outcome: z.optional(z.enum(accountEnds, 'Must be deleted or deactivated')),
})
export const pendingUserPage = z.object(pageFields(200))

/** What the form sends of an account. */
export const userFields = z.object({
  firstName: z.optional(firstName),
  lastName: z.optional(lastName),
  email: z.optional(email),
  companyName: z.optional(companyName),
  isAdmin: z.optional(flag),
  isApproved: z.optional(flag),
})
/** Omitted fields keep their values. */
export const userChange = z.extend(userFields, {
  isAdmin: z.optional(inputFlag),
  isApproved: z.optional(inputFlag),
})

/** How many sessions were ended. */
export const endedSignIns = z.object({ ended: z.int() })

/** A link with which a person sets a new password, once. */
export const resetLink = z.object({ url: z.string(), expiresAt: timestamp })
