import type { notificationCalls } from '#contract/notifications/calls.ts'
import type { Handlers } from '#server/http/mount.ts'
import { readMailText, sendMailHtml, sendNewLoanMail } from './mail-contents.ts'
import { readChoices, setChoice } from './mailing/choices.ts'
import { showSwitch, pressSwitch } from './mailing/switch-page.ts'
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
  getMailChoices: (context) => readChoices(context),
  setMailChoice: (context, { body }) => setChoice(context, body),
  getMailSwitch: (context, { query: { key } }) => showSwitch(context, key ?? ''),
  turnOffMails: (context, { query: { key } }) => pressSwitch(context, key ?? ''),
  getAdminSummary: ({ db, principal }) => readAdminSummary(db, principal.account.id),
  listMails: (context, { query }) => pageOfMails(context, query),
  getMailStatus: readMailStatus,
  getMail: (context, { path: { id } }) => readMailText(context, id),
  getMailHtml: (context, { path: { id } }) => sendMailHtml(context, id),
  getNewLoanMail: (context, { path: { id } }) => sendNewLoanMail(context, id),
  sendTestMail: enqueueTestMail,
  resendMail: (context, { path: { id } }) => resendMail(context, id),
}
