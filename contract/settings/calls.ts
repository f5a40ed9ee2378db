/** Calls about the settings of the installation. */
import type { Endpoint } from '#contract/endpoint.ts'
import { acceptance, legalHistory, legalTexts, newLegalText } from './legal.ts'
import { sampleData } from './sample.ts'
import { setup, setupChange } from './setup.ts'
import { companyChange, companySettings } from './shapes.ts'

export const settingCalls = {
  getCompany: {
    method: 'GET',
    path: '/api/admin/company',
    access: 'admin',
    summary:
      'The company that pages, emails and receipts name, and which details the program holds.',
    shows: ['company'],
    response: companySettings,
  },
  updateCompany: {
    method: 'PATCH',
    path: '/api/admin/company',
    access: 'admin',
    limit: 'changes',
    summary: 'Change the details of the company.',
    changes: ['company', 'audit'],
    body: companyChange,
    response: companySettings,
    refusals: { 409: ['set_elsewhere'] },
  },
  getSetup: {
    method: 'GET',
    path: '/api/admin/setup',
    access: 'admin',
    summary: 'What of a new desk is set up already.',
    shows: ['company', 'users', 'loans', 'invitations'],
    response: setup,
  },
  updateSetup: {
    method: 'PATCH',
    path: '/api/admin/setup',
    access: 'admin',
    limit: 'changes',
    summary: 'Hide what remains to be set up from the dashboard, or decide to work without email.',
    changes: ['company'],
    body: setupChange,
    response: setup,
  },
  getLegalTexts: {
    method: 'GET',
    path: '/api/legal',
    access: 'anyone',
    summary: 'The Terms of Service and the Privacy Policy in force.',
    shows: ['company'],
    response: legalTexts,
    sameForAll: true,
  },
  acceptTerms: {
    method: 'POST',
    path: '/api/legal/accept',
    access: 'signedIn',
    limit: 'changes',
    summary: 'Accept the Terms of Service and the Privacy Policy in force.',
    changes: ['users', 'audit'],
    body: acceptance,
    response: null,
    refusals: { 409: ['terms_republished'] },
  },
  getLegalHistory: {
    method: 'GET',
    path: '/api/admin/legal',
    access: 'admin',
    summary: 'The versions of both texts, and how many lenders accepted which.',
    shows: ['company', 'users'],
    response: legalHistory,
  },
  publishLegalText: {
    method: 'POST',
    path: '/api/admin/legal',
    access: 'admin',
    limit: 'changes',
    summary:
      'Publish a new version of one of the texts. The same text as the one in force changes nothing. With an outdated `since`: 409 `changed_meanwhile`.',
    changes: ['company', 'audit'],
    body: newLegalText,
    response: legalHistory,
    status: 201,
    refusals: { 409: ['changed_meanwhile'] },
  },
  getSample: {
    method: 'GET',
    path: '/api/admin/sample',
    access: 'admin',
    summary: 'What is left of the sample portfolio, and what keeps it from being removed.',
    shows: ['company', 'loans', 'users', 'book', 'messages', 'documents', 'photos', 'favorites'],
    response: sampleData,
  },
  deleteSample: {
    method: 'DELETE',
    path: '/api/admin/sample',
    access: 'admin',
    limit: 'changes',
    summary:
      'Remove the sample portfolio: its loans, people and company. All or nothing; the audit trail stays.',
    changes: [
      'loans',
      'book',
      'stats',
      'favorites',
      'documents',
      'photos',
      'messages',
      'notifications',
      'users',
      'company',
      'audit',
    ],
    response: null,
    refusals: { 409: ['sample_in_use'] },
  },
} as const satisfies Record<string, Endpoint>
