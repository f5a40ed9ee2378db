import { importLimits } from '#domain/imports/columns.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  imported,
  importPreview,
  importPreviewRequest,
  lenderImport,
  loanImport,
} from './shapes.ts'

export const importCalls = {
  previewImport: {
    method: 'POST',
    path: '/api/admin/imports/preview',
    access: 'admin',
    limit: 'changes',
    summary: 'Preview the import of a CSV or XLSX file of loans or lenders. Nothing is stored.',
    changes: [],
    query: importPreviewRequest,
    takesBytes: importLimits.maxBytes,
    example: { query: { kind: 'loans', columns: 'title', skipKnown: 'true' } },
    response: importPreview,
  },
  importLoans: {
    method: 'POST',
    path: '/api/admin/imports/loans',
    access: 'admin',
    limit: 'changes',
    summary:
      'Import all loans of a CSV or XLSX file as drafts, without notifying lenders, or none if a row has an error.',
    changes: ['loans', 'audit'],
    query: loanImport,
    takesBytes: importLimits.maxBytes,
    example: { query: { columns: 'title', filename: 'loans.csv' } },
    response: imported,
    status: 201,
    idempotent: true,
  },
  importLenders: {
    method: 'POST',
    path: '/api/admin/imports/lenders',
    access: 'admin',
    limit: 'changes',
    summary: 'Invite all lenders of a CSV or XLSX file, or none if a row has an error.',
    changes: ['invitations', 'mails', 'audit'],
    query: lenderImport,
    takesBytes: importLimits.maxBytes,
    example: { query: { isApproved: 'true', filename: 'lenders.csv' } },
    response: imported,
    status: 201,
    idempotent: true,
    refusals: { 409: ['already_invited', 'email_taken'] },
  },
} as const satisfies Record<string, Endpoint>
