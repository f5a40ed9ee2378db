/** Notifications, and the administrators' figures. */
import { notificationTypes } from '#domain/notifications/types.ts'
import * as z from 'zod/mini'
import { flag, id, pageFields, timestamp } from '#contract/wire.ts'

export const notification = z.object({
  id,
  type: z.enum(notificationTypes),
  relatedLoanId: z.nullable(id),
  /** As the loan is called now; null for a loan that the reader doesn't see. */
  relatedLoanTitle: z.nullable(z.string()),
  relatedUserId: z.nullable(id),
  /** The receipt that it brings. */
  receiptId: z.nullable(id),
  message: z.string(),
  /** Whether it is of a registration that the reader can approve now. */
  canApprove: flag,
  isRead: flag,
  createdAt: timestamp,
})
export type Notification = z.infer<typeof notification>

export const notificationPage = z.object(pageFields(200))

export const unreadCount = z.object({ unread: z.int() })

/** The counts on the administrators' cards and tabs. */
export const adminSummary = z.object({
  users: z.int(),
  pendingUsers: z.int(),
  loans: z.int(),
  documents: z.int(),
  photos: z.int(),
  unreadNotifications: z.int(),
})
export type AdminSummary = z.infer<typeof adminSummary>
