/** Accounts as an administrator sees them. */
import * as z from 'zod/mini'
import { email, firstName, lastName } from './shapes.ts'
import { flag, id, timestamp } from '#contract/wire.ts'

export const pendingUser = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  createdAt: timestamp,
})
export type PendingUser = z.infer<typeof pendingUser>

export const user = z.object({
  ...pendingUser.shape,
  /** First and last name. */
  name: z.string(),
  /** The part of the e-mail address before the @. */
  username: z.string(),
  isAdmin: flag,
  isApproved: flag,
  hasTwoFactor: flag,
  /** Null while the account is active. */
  deactivatedAt: z.nullable(timestamp),
  /** Active binding commitments: with any, the account can't be deleted. */
  bindingCommitments: z.int(),
  /** Commitments of any state and messages: with any, it is deactivated instead of deleted. */
  records: z.int(),
})
export type User = z.infer<typeof user>

/** What is left out stays as it is. */
export const userChange = z.object({
  firstName: z.optional(firstName),
  lastName: z.optional(lastName),
  email: z.optional(email),
  isAdmin: z.optional(flag),
  isApproved: z.optional(flag),
})

/** How many sign-ins there were. */
export const endedSignIns = z.object({ ended: z.int() })

/** A link that lets a person choose a new password once. */
export const resetLink = z.object({ url: z.string(), expiresAt: timestamp })
