import { notificationTypes } from '#domain/notifications/types.ts'
import * as z from 'zod/mini'
import { flag, id, pageFields, timestamp } from '#contract/wire.ts'

export const notification = z.object({
  id,
  type: z.enum(notificationTypes),
  relatedLoanId: z.nullable(id),
  /** The current title of the loan; null if the reader can't see the loan. */
  relatedLoanTitle: z.nullable(z.string()),
  relatedUserId: z.nullable(id),
  receiptId: z.nullable(id),
  message: z.string(),
  canApprove: flag,
  isRead: flag,
  createdAt: timestamp,
})
export type Notification = z.infer<typeof notification>

export const notificationPage = z.object(pageFields(200))

export const unreadCount = z.object({ unread: z.int() })

export const adminSummary = z.object({
  users: z.int(),
  pendingUsers: z.int(),
  loans: z.int(),
  documents: z.int(),
  photos: z.int(),
  unreadNotifications: z.int(),
})
export type AdminSummary = z.infer<typeof adminSummary>
