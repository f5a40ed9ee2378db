import { exampleId } from '#contract/example-ids.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as z from 'zod/mini'
import { bookClosing, bookReopening, ownRegisterEntry, register } from './registers.ts'
import { deal } from './shapes.ts'

export const registerCalls = {
  closeBook: {
    method: 'POST',
    path: '/api/admin/loans/:id/close',
    access: 'admin',
    limit: 'changes',
    summary:
      'Close the book of a loan: its soft commitments lapse, and its binding ones, 100% together, become the register. `retainRest` first raises the hold by what is left.',
    changes: ['loans:id', 'book:id', 'book:me', 'notifications', 'audit'],
    body: bookClosing,
    example: {
      params: { id: exampleId.loan },
      body: { bookVersion: 'A1b2C3', effectiveDate: '2025-05-15', retainRest: 'true' },
    },
    response: register,
    status: 201,
    refusals: {
      409: [
        'loan_draft',
        'not_whole',
        'book_changed',
        'round_running',
        'terms_pending',
        'deal_closed',
      ],
    },
  },
  reopenBook: {
    method: 'POST',
    path: '/api/admin/loans/:id/reopen',
    access: 'admin',
    limit: 'changes',
    summary:
      'Reopen a closed book, with a reason. Its register and its certificates become void, and the positions stay.',
    changes: ['loans:id', 'book:id', 'book:me', 'notifications', 'audit'],
    body: bookReopening,
    example: {
      params: { id: exampleId.closedLoan },
      body: { reason: 'The amount of the loan changes.' },
    },
    response: deal,
    refusals: { 409: ['has_receipts', 'loan_funded', 'not_closed'] },
  },
  listRegisters: {
    method: 'GET',
    path: '/api/admin/loans/:id/registers',
    access: 'admin',
    summary: "The versions of a loan's register with their entries, newest first.",
    shows: ['book:id'],
    example: { params: { id: exampleId.closedLoan } },
    response: z.array(register),
  },
  exportRegisterAsCsv: {
    method: 'GET',
    path: '/api/admin/registers/:id/register.csv',
    access: 'admin',
    summary: 'Export a version of a register as CSV.',
    changes: ['audit'],
    ownPagesOnly: true,
    example: { params: { id: exampleId.register } },
    response: 'bytes',
    answersText: true,
  },
  exportRegisterAsPdf: {
    method: 'GET',
    path: '/api/admin/registers/:id/register.pdf',
    access: 'admin',
    summary:
      'A version of a register as a PDF, which contains it as JSON too and is signed as a whole.',
    changes: ['audit'],
    ownPagesOnly: true,
    example: { params: { id: exampleId.register } },
    response: 'bytes',
    refusals: { 503: ['no_key'] },
  },
  listOwnRegisterEntries: {
    method: 'GET',
    path: '/api/registers/me',
    access: 'signedIn',
    summary: 'Your lines of current registers, each with its loan, newest first.',
    shows: ['book', 'loans', 'photos'],
    response: z.array(ownRegisterEntry),
  },
  getCertificate: {
    method: 'GET',
    path: '/api/register-entries/:id/certificate.pdf',
    access: 'viewer',
    summary:
      'The certificate of your line of a register as a PDF, which is signed as a whole. Administrators: any line.',
    changes: ['audit'],
    ownPagesOnly: true,
    example: { params: { id: exampleId.registerEntry } },
    response: 'bytes',
    refusals: { 503: ['no_key'] },
  },
} as const satisfies Record<string, Endpoint>
