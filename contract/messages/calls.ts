import {
  announcementAudience,
  message,
  messagePage,
  messageRecipient,
  newMessage,
  newPrivateMessages,
  recipientSearch,
  sentMessages,
} from './shapes.ts'
import * as z from 'zod/mini'
import { exampleId } from '#contract/example-ids.ts'
import type { Endpoint } from '#contract/endpoint.ts'

export const messageCalls = {
  listLoanMessages: {
    method: 'GET',
    path: '/api/messages/loan/:loanId',
    access: 'viewer',
    summary:
      'The messages on a loan that you may read, oldest first; with a `limit`, the last ones, and the `Link` header names the previous page.',
    // Messages show the names of their authors and recipients, and whether these users can receive replies.
    shows: ['messages:loanId', 'users'],
    query: messagePage,
    example: { params: { loanId: exampleId.loan }, query: { limit: '5' } },
    response: z.array(message),
    refusals: { 403: ['not_admitted'] },
  },
  createMessage: {
    method: 'POST',
    path: '/api/messages',
    access: 'viewer',
    limit: 'messages',
    summary: 'Ask on a loan. Administrators answer or announce.',
    changes: ['messages:loanId', 'notifications'],
    body: newMessage,
    example: { body: { loanId: exampleId.loan, message: 'When is closing?', recipientId: null } },
    response: message,
    status: 201,
    idempotent: true,
    refusals: {
      403: ['not_admitted'],
      404: ['not_found'],
      409: ['loan_draft', 'not_active', 'not_approved', 'not_admitted'],
    },
  },
  createPrivateMessages: {
    method: 'POST',
    path: '/api/admin/messages',
    access: 'admin',
    limit: 'messages',
    summary:
      'Send several lenders the same message on a loan, each as a private message of its own: to all of them, or, if one is unreachable, to none.',
    changes: ['messages:loanId', 'notifications'],
    body: newPrivateMessages,
    example: {
      body: {
        loanId: exampleId.loan,
        message: 'Are you ready to commit?',
        recipientIds: [exampleId.account],
      },
    },
    response: sentMessages,
    status: 201,
    idempotent: true,
    refusals: {
      404: ['not_found'],
      409: ['loan_draft', 'not_active', 'not_approved', 'not_admitted'],
    },
  },
  listMessageRecipients: {
    method: 'GET',
    path: '/api/admin/loans/:id/recipients',
    access: 'admin',
    summary:
      'Approved lenders as recipients of messages on a loan, its holders first, then by name; at most 20.',
    shows: ['users', 'book:id'],
    query: recipientSearch,
    example: { params: { id: exampleId.loan }, query: { search: 'ada' } },
    response: z.array(messageRecipient),
  },
  getAnnouncementAudience: {
    method: 'GET',
    path: '/api/admin/loans/:id/announcement-audience',
    access: 'admin',
    summary:
      'The number of lenders who can read an announcement on a loan, and the number whom it notifies.',
    shows: ['users', 'favorites', 'book:id'],
    example: { params: { id: exampleId.loan } },
    response: announcementAudience,
  },
} as const satisfies Record<string, Endpoint>
