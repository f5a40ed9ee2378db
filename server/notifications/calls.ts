import type { notificationCalls } from '#contract/notifications/calls.ts'
import type { Handlers } from '#server/http/mount.ts'
import { enqueueTestMail, pageOfMails, readMailStatus, resendMail } from './mails.ts'
import {
  countUnread,
  markAllRead,
  markRead,
  pageOfNotifications,
  readAdminSummary,
} from './own-notifications.ts'

export const notificationHandlers: Pick<Handlers, keyof typeof notificationCalls> = {
  listNotifications: (context, { query }) => pageOfNotifications(context, query),
  countUnreadNotifications: async (context) => ({ unread: await countUnread(context) }),
  markNotificationRead: (context, { path: { id } }) => markRead(context, id),
  markAllNotificationsRead: markAllRead,
  getAdminSummary: ({ db, principal }) => readAdminSummary(db, principal.account.id),
  listMails: (context, { query }) => pageOfMails(context, query),
  getMailStatus: readMailStatus,
  sendTestMail: enqueueTestMail,
  resendMail: (context, { path: { id } }) => resendMail(context, id),
}
