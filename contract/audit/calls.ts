import { auditEntry, auditFilters, auditPage, auditState } from './shapes.ts'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

export const auditCalls = {
  listAudit: {
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    summary: 'The audit trail, newest first; the `Link` header names the next page.',
    shows: ['audit'],
    query: auditPage,
    example: {
      query: {
        kind: 'loanCreated',
        person: 'cole',
        loan: 'pier',
        from: '2026-01-01',
        to: '2026-12-31',
        signIns: 'hidden',
        limit: '5',
      },
    },
    response: z.array(auditEntry),
  },
  getAuditState: {
    method: 'GET',
    path: '/api/admin/audit/state',
    access: 'admin',
    summary: 'The last seal of the audit trail, and the number of unsealed entries.',
    shows: ['audit'],
    response: auditState,
  },
  exportAudit: {
    method: 'GET',
    path: '/api/admin/audit.csv',
    access: 'admin',
    summary: 'Export the audit trail as CSV, oldest first.',
    changes: ['audit'],
    ownPagesOnly: true,
    query: auditFilters,
    example: { query: { kind: 'auditExported', person: 'cole', loan: 'pier', from: '2026-01-01' } },
    response: 'bytes',
    answersText: true,
  },
} as const satisfies Record<string, Endpoint>
