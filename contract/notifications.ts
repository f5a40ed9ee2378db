/** What a person is told of by the desk, and the administrators' figures. */
import { notificationTypes } from '#domain/notifications.ts'
import * as z from 'zod/mini'
import { flag, id, searchText, timestamp } from './wire.ts'

export const notification = z.object({
  id,
  type: z.enum(notificationTypes),
  relatedLoanId: z.nullable(id),
  relatedUserId: z.nullable(id),
  message: z.string(),
  isRead: flag,
  createdAt: timestamp,
})
export type Notification = z.infer<typeof notification>

export const notificationPage = z.object({
  /** Notifications in the answer, 1 to 200; 200 unless said otherwise. */
  limit: z.optional(
    z.string('Must be 1 to 200').check(z.regex(/^([1-9]\d?|1\d\d|200)$/, 'Must be 1 to 200')),
  ),
  /** Where the page starts, from the `Link` header of the one before. */
  cursor: searchText(200),
})

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
