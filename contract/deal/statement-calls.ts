import { statementLimits } from '#domain/deal/statements/statement.ts'
import { exampleId } from '#contract/example-ids.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { statementProposals } from './statements.ts'

export const statementCalls = {
  proposeFundsReceipts: {
    method: 'POST',
    path: '/api/admin/loans/:id/statements',
    access: 'admin',
    limit: 'changes',
    summary:
      "Match a bank's statement (BAI2, camt.053, CSV or XLSX) with what lenders owe, and propose receipts. Nothing is stored.",
    changes: [],
    takesBytes: statementLimits.maxBytes,
    example: { params: { id: exampleId.closedLoan } },
    response: statementProposals,
    refusals: { 400: ['invalid'], 409: ['not_closed'] },
  },
  exportJournal: {
    method: 'GET',
    path: '/api/admin/loans/:id/journal',
    access: 'admin',
    summary: "A loan's registers and receipts as a journal of ledger and hledger.",
    changes: ['audit'],
    ownPagesOnly: true,
    example: { params: { id: exampleId.closedLoan } },
    response: 'bytes',
    answersText: true,
    refusals: { 409: ['not_closed'] },
  },
} as const satisfies Record<string, Endpoint>
