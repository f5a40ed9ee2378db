/** Calls about the desk as a whole: what awaits a person today. */
import type { Endpoint } from '#contract/endpoint.ts'
import { adminToday, today } from './today.ts'

export const deskCalls = {
  getToday: {
    method: 'GET',
    path: '/api/today',
    access: 'approved',
    summary:
      'What awaits you: soft shares to make binding, answers, changed terms and new documents of your loans.',
    shows: ['loans', 'book', 'documents', 'messages', 'notifications', 'favorites'],
    response: today,
  },
  getAdminToday: {
    method: 'GET',
    path: '/api/admin/today',
    access: 'admin',
    summary:
      'What awaits administrators: approvals, questions, failed emails, and loans and soft interest to follow up.',
    shows: ['users', 'messages', 'mails', 'loans', 'book'],
    response: adminToday,
  },
} as const satisfies Record<string, Endpoint>
