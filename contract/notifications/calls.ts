/** Calls about notifications, the emails made of them, and what awaits an administrator. */
import { mail, mailFilters, mailStatus } from './mails.ts'
import { adminSummary, notification, notificationPage, unreadCount } from './shapes.ts'
import * as z from 'zod/mini'
import { exampleId } from '#contract/example-ids.ts'
import type { Endpoint } from '#contract/endpoint.ts'

export const notificationCalls = {
  listNotifications: {
    method: 'GET',
    path: '/api/notifications',
    access: 'signedIn',
    summary: 'Your notifications, newest first; the `Link` header names the next page.',
    shows: ['notifications', 'loans'],
    query: notificationPage,
    example: { query: { limit: '5' } },
    response: z.array(notification),
  },
  countUnreadNotifications: {
    method: 'GET',
    path: '/api/notifications/unread',
    access: 'signedIn',
    summary: 'How many of your notifications are unread.',
    shows: ['notifications'],
    response: unreadCount,
  },
  markNotificationRead: {
    method: 'PATCH',
    path: '/api/notifications/:id/read',
    access: 'signedIn',
    limit: 'changes',
    summary: 'Mark one of your notifications as read.',
    changes: ['notifications'],
    example: { params: { id: exampleId.notification } },
    response: notification,
  },
  markAllNotificationsRead: {
    method: 'POST',
    path: '/api/notifications/mark-all-read',
    access: 'signedIn',
    limit: 'changes',
    summary: 'Mark all your notifications as read.',
    changes: ['notifications'],
    response: null,
  },
  getAdminSummary: {
    method: 'GET',
    path: '/api/admin/summary',
    access: 'admin',
    summary: 'The counts on the admin cards and tabs.',
    shows: ['users', 'loans', 'documents', 'photos', 'notifications'],
    response: adminSummary,
  },
  listMails: {
    method: 'GET',
    path: '/api/admin/mails',
    access: 'admin',
    summary: 'The email outbox, newest first; the `Link` header names the next page.',
    shows: ['mails'],
    query: mailFilters,
    example: { query: { state: 'queued', limit: '5' } },
    response: z.array(mail),
  },
  getMailStatus: {
    method: 'GET',
    path: '/api/admin/mails/status',
    access: 'admin',
    summary: 'How email is sent, and how many emails are queued, sent and failed.',
    shows: ['mails'],
    response: mailStatus,
  },
  sendTestMail: {
    method: 'POST',
    path: '/api/admin/mails/test',
    access: 'admin',
    limit: 'changes',
    summary: 'Send yourself a test email.',
    changes: ['mails'],
    response: mail,
    status: 201,
  },
  resendMail: {
    method: 'POST',
    path: '/api/admin/mails/:id/resend',
    access: 'admin',
    limit: 'changes',
    summary: 'Send an email now, or send it again. An email with a password link gets a new link.',
    changes: ['mails', 'audit'],
    example: { params: { id: exampleId.mail } },
    response: mail,
    refusals: { 409: ['account_changed'] },
  },
} as const satisfies Record<string, Endpoint>
