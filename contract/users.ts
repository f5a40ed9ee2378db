/** Accounts as an administrator sees them. */
import * as z from 'zod/mini'
import { flag, id, timestamp } from './wire.ts'

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
})
