import { importLimits } from '#domain/imports/columns.ts'
import { exampleId } from '#contract/example-ids.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as z from 'zod/mini'
import { importProfile, importProfileList, newImportProfile } from './profiles.ts'
import {
  imported,
  importPreview,
  importPreviewRequest,
  lenderImport,
  loanImport,
} from './shapes.ts'

export const importCalls = {
  listImportProfiles: {
    method: 'GET',
    path: '/api/admin/imports/profiles',
    access: 'admin',
    summary: 'The saved profiles of files of loans or lenders, by name.',
    shows: ['importProfiles'],
    query: importProfileList,
    example: { query: { kind: 'loans' } },
    response: z.array(importProfile),
  },
  saveImportProfile: {
    method: 'PUT',
    path: '/api/admin/imports/profiles',
    access: 'admin',
    limit: 'changes',
    summary:
      'Save how a file was read as a profile, which the preview of a file with the same headers returns. A profile with the same name is replaced.',
    changes: ['importProfiles', 'audit'],
    body: newImportProfile,
    example: {
      body: {
        kind: 'loans',
        name: 'Harbor Servicing',
        sheet: 'Tape',
        headerRow: 3,
        skipHidden: 'true',
        columns: [
          { header: 'Deal', field: 'title', unit: null },
          { header: 'Coupon', field: 'interestRate', unit: 'fraction' },
          { header: 'Analyst', field: null, unit: null },
        ],
      },
    },
    response: importProfile,
    refusals: { 409: ['too_many_profiles'] },
  },
  deleteImportProfile: {
    method: 'DELETE',
    path: '/api/admin/imports/profiles/:id',
    access: 'admin',
    limit: 'changes',
    summary: 'Delete a profile of files.',
    changes: ['importProfiles', 'audit'],
    example: { params: { id: exampleId.importProfile } },
    response: null,
  },
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
