/** Calls about the settings of the installation. */
import type { Endpoint } from '#contract/endpoint.ts'
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
} as const satisfies Record<string, Endpoint>
