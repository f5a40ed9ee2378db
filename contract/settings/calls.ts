/** Calls about the settings of the installation. */
import type { Endpoint } from '#contract/endpoint.ts'
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
} as const satisfies Record<string, Endpoint>
