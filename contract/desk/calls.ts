import { exampleId } from '#contract/example-ids.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as z from 'zod/mini'
import {
  exposedLoan,
  exposedLoanPage,
  exposure,
  exposureLimits,
  exposureWeek,
  newExposureLimits,
} from './exposure.ts'
import { deskVisit, firstSteps, pipelineLoan } from './dashboards.ts'
import { lenderHolding, lenderHoldingPage, lenderProfile } from './lenders.ts'
import { adminToday, today, todayLists } from './today.ts'

export const deskCalls = {
  getToday: {
    method: 'GET',
    path: '/api/today',
    access: 'viewer',
    summary:
      'Your tasks: offers and new terms to answer, money to wire, soft shares to make binding, answers, changed terms and new documents of your loans.',
    shows: ['loans', 'book', 'documents', 'messages', 'notifications', 'favorites'],
    query: todayLists,
    example: { query: { limit: '5' } },
    response: today,
  },
  getAdminToday: {
    method: 'GET',
    path: '/api/admin/today',
    access: 'admin',
    summary:
      'The tasks of administrators: approvals, questions, requests for access, failed emails, an old backup, and loans and soft interest to follow up.',
    shows: ['users', 'messages', 'audience', 'mails', 'company', 'loans', 'book'],
    query: todayLists,
    example: { query: { limit: '5' } },
    response: adminToday,
  },
  visitDesk: {
    method: 'POST',
    path: '/api/today/visit',
    access: 'viewer',
    limit: 'changes',
    summary:
      'Record your visit of the dashboard, and get the numbers of new loans and documents since your previous visit.',
    changes: [],
    response: deskVisit,
  },
  getFirstSteps: {
    method: 'GET',
    path: '/api/first-steps',
    access: 'viewer',
    summary: 'The first steps of a lender that you have done.',
    shows: ['savedFilters', 'documents', 'book'],
    response: firstSteps,
  },
  getPipeline: {
    method: 'GET',
    path: '/api/admin/pipeline',
    access: 'admin',
    summary:
      'The eight loans nearest to their deadline, answers, money or closing date, with their uncommitted and soft amounts and the last action by a lender.',
    shows: ['loans', 'book', 'messages', 'users'],
    response: z.array(pipelineLoan),
  },
  getExposure: {
    method: 'GET',
    path: '/api/admin/exposure',
    access: 'admin',
    summary:
      'The offered, committed, indicated and funded amounts of all loans, and the distribution of binding amounts.',
    shows: ['loans', 'book', 'users', 'company'],
    response: exposure,
  },
  setExposureLimits: {
    method: 'PUT',
    path: '/api/admin/exposure/limits',
    access: 'admin',
    limit: 'changes',
    summary:
      'Set or remove the largest share of all binding amounts for one lender, state or property type. Larger shares are marked, not refused.',
    changes: ['company', 'audit'],
    body: newExposureLimits,
    example: { body: { lender: '20', state: '25.00', propertyType: null } },
    response: exposureLimits,
  },
  getExposureWeeks: {
    method: 'GET',
    path: '/api/admin/exposure/weeks',
    access: 'admin',
    summary:
      'The changes of the binding and soft amounts in each of the last 26 weeks, on loans that still exist.',
    shows: ['loans', 'book'],
    response: z.array(exposureWeek),
  },
  listExposedLoans: {
    method: 'GET',
    path: '/api/admin/exposure/loans',
    access: 'admin',
    summary:
      'Published loans with their committed and available amounts, the largest gap first unless sorted; the `Link` header names the next page.',
    shows: ['loans', 'book'],
    query: exposedLoanPage,
    example: {
      query: {
        status: 'open',
        propertyType: 'Retail',
        state: 'MA',
        rate: '7',
        maturity: '2030',
        lenderId: exampleId.account,
        sort: '-gap',
        limit: '5',
      },
    },
    response: z.array(exposedLoan),
  },
  exportExposureAsXlsx: {
    method: 'GET',
    path: '/api/admin/exposure.xlsx',
    access: 'admin',
    summary: 'Export the exposure as XLSX: its figures, their distribution, and the loans.',
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
  getLender: {
    method: 'GET',
    path: '/api/admin/lenders/:id',
    access: 'admin',
    summary:
      'A lender: sums of holdings, indications that became binding, questions, documents read, and the last sign-in.',
    shows: ['users', 'book', 'messages', 'audit'],
    example: { params: { id: exampleId.account } },
    response: lenderProfile,
  },
  listLenderHoldings: {
    method: 'GET',
    path: '/api/admin/lenders/:id/holdings',
    access: 'admin',
    summary:
      "A lender's holdings by loan, the newest commitment first; the `Link` header names the next page.",
    shows: ['book', 'loans'],
    query: lenderHoldingPage,
    example: { params: { id: exampleId.account }, query: { limit: '5' } },
    response: z.array(lenderHolding),
  },
} as const satisfies Record<string, Endpoint>
