/** Calls about the desk as a whole: what awaits a person today, and the exposure. */
import type { Endpoint } from '#contract/endpoint.ts'
import * as z from 'zod/mini'
import { exposedLoan, exposedLoanPage, exposure } from './exposure.ts'
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
  getExposure: {
    method: 'GET',
    path: '/api/admin/exposure',
    access: 'admin',
    summary:
      'What is offered, committed, indicated and funded on all loans, and how binding amounts are spread.',
    shows: ['loans', 'book', 'users'],
    response: exposure,
  },
  listExposedLoans: {
    method: 'GET',
    path: '/api/admin/exposure/loans',
    access: 'admin',
    summary:
      'Published loans with what is committed and left of each, the largest gap first unless sorted; the `Link` header names the next page.',
    shows: ['loans', 'book'],
    query: exposedLoanPage,
    response: z.array(exposedLoan),
  },
  exportExposureAsXlsx: {
    method: 'GET',
    path: '/api/admin/exposure.xlsx',
    access: 'admin',
    summary: 'Export the exposure as XLSX: its figures, how they are spread, and the loans.',
    changes: ['audit'],
    ownPagesOnly: true,
    response: 'bytes',
  },
  exportExposureAsPdf: {
    method: 'GET',
    path: '/api/admin/exposure.pdf',
    access: 'admin',
    summary: 'Export the exposure as a PDF of one page.',
    changes: ['audit'],
    ownPagesOnly: true,
    response: 'bytes',
  },
} as const satisfies Record<string, Endpoint>
