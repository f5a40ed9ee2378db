import { exampleId } from '#contract/example-ids.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  funding,
  fundsReceipt,
  instructions,
  instructionsVerification,
  newCallBack,
  newFundsReceipt,
  newInstructions,
  ownFunding,
  reversal,
  takeOver,
} from './funding.ts'
import { register } from './registers.ts'

const call = {
  spokeWith: 'Maria Lang',
  phone: '+1 212 555 0143',
  calledAt: '2026-01-05T15:30:00Z',
} as const

export const fundingCalls = {
  getFunding: {
    method: 'GET',
    path: '/api/admin/loans/:id/funding',
    access: 'admin',
    summary:
      'The funding of a closed loan: its instructions without their account numbers, what each lender owes, and the money that has come.',
    shows: ['book:id', 'loans:id', 'photos:id'],
    example: { params: { id: exampleId.closedLoan } },
    response: funding,
    refusals: { 409: ['not_closed'] },
  },
  createInstructions: {
    method: 'POST',
    path: '/api/admin/loans/:id/instructions',
    access: 'admin',
    limit: 'changes',
    summary:
      'Draft funding instructions, with your password and, where it is on, a code once more. They replace an earlier version that was not sent.',
    changes: ['book:id', 'audit'],
    body: newInstructions,
    example: {
      params: { id: exampleId.closedLoan },
      body: {
        beneficiary: 'First Harbor Title LLC, as escrow agent',
        bank: 'Harbor National Bank',
        routingNumber: '021000021',
        accountNumber: '004512345678',
        reference: 'Elm Street 12',
        dueAt: '2999-05-15T21:00:00Z',
        currentPassword: 'correct horse battery',
      },
    },
    response: instructions,
    status: 201,
    refusals: {
      409: ['not_closed', 'loan_funded'],
      503: ['no_key'],
    },
  },
  verifyInstructions: {
    method: 'POST',
    path: '/api/admin/instructions/:id/verify',
    access: 'admin',
    limit: 'changes',
    summary:
      'Record that you called the bank or the escrow agent at a number of your own file, and what came of it.',
    changes: ['book:loanId', 'audit'],
    body: instructionsVerification,
    example: {
      params: { id: exampleId.draftInstructions },
      body: { ...call, result: 'She read the account number back.' },
    },
    response: instructions,
    refusals: { 409: ['second_administrator', 'already_verified', 'not_closed', 'loan_funded'] },
  },
  sendInstructions: {
    method: 'POST',
    path: '/api/admin/instructions/:id/send',
    access: 'admin',
    limit: 'changes',
    summary:
      'Let the lenders of the register read the instructions on the desk. No notification has an account number.',
    changes: ['book:loanId', 'book:me', 'notifications', 'audit'],
    example: { params: { id: exampleId.verifiedInstructions } },
    response: instructions,
    refusals: { 409: ['not_verified', 'already_sent', 'not_closed', 'loan_funded'] },
  },
  deleteInstructions: {
    method: 'DELETE',
    path: '/api/admin/instructions/:id',
    access: 'admin',
    limit: 'changes',
    summary: 'Discard instructions that were not sent.',
    changes: ['book', 'audit'],
    example: { params: { id: exampleId.draftInstructions } },
    response: null,
    refusals: { 409: ['already_sent'] },
  },
  getOwnFunding: {
    method: 'GET',
    path: '/api/funding/loan/:loanId',
    access: 'viewer',
    summary:
      'What you owe on a closed loan, what has come, and the instructions in full. The first reading of each version is on record for each person.',
    shows: ['book:loanId'],
    // Although the method is GET, the first reading is recorded in the audit trail.
    changes: ['audit'],
    ownPagesOnly: true,
    answersSecret: true,
    example: { params: { loanId: exampleId.closedLoan } },
    response: ownFunding,
    refusals: { 503: ['no_key'] },
  },
  recordCallBack: {
    method: 'POST',
    path: '/api/funding/loan/:loanId/call-back',
    access: 'lender',
    limit: 'changes',
    summary: 'Record that you verified the instructions by telephone.',
    changes: ['book:loanId', 'notifications', 'audit'],
    body: newCallBack,
    answersSecret: true,
    example: { params: { loanId: exampleId.closedLoan }, body: { version: 1, ...call } },
    response: ownFunding,
    refusals: { 409: ['instructions_changed'], 503: ['no_key'] },
  },
  createFundsReceipt: {
    method: 'POST',
    path: '/api/admin/loans/:id/receipts',
    access: 'admin',
    limit: 'changes',
    summary: "Record a lender's money that has come.",
    changes: ['book:id', 'book:me', 'notifications', 'audit'],
    body: newFundsReceipt,
    example: {
      params: { id: exampleId.closedLoan },
      body: {
        firmId: exampleId.firm,
        amount: '1.00',
        receivedOn: '2026-01-05',
        reference: 'FED 20260105 0001',
        note: 'Short of the fee.',
      },
    },
    response: fundsReceipt,
    status: 201,
    refusals: {
      409: ['more_than_due', 'receipt_exists', 'not_in_register', 'not_closed', 'loan_funded'],
    },
  },
  reverseFundsReceipt: {
    method: 'POST',
    path: '/api/admin/receipts/:id/reverse',
    access: 'admin',
    limit: 'changes',
    summary: 'Reverse a receipt of money, with a reason. It stays on record.',
    changes: ['book:loanId', 'book:me', 'notifications', 'audit'],
    body: reversal,
    example: {
      params: { id: exampleId.fundsReceipt },
      body: { reason: 'The bank returned the wire.' },
    },
    response: fundsReceipt,
    refusals: { 409: ['already_reversed', 'loan_funded'] },
  },
  takeOverShare: {
    method: 'POST',
    path: '/api/admin/loans/:id/take-over',
    access: 'admin',
    limit: 'changes',
    summary:
      "Take over the whole share of a lender that didn't pay, with a reason. The register gets its next version.",
    changes: ['book:id', 'book:me', 'notifications', 'audit'],
    body: takeOver,
    example: {
      params: { id: exampleId.closedLoan },
      body: { firmId: exampleId.firm, reason: 'No money came by the due day.' },
    },
    response: register,
    refusals: { 409: ['has_receipts', 'not_in_register', 'not_closed', 'loan_funded'] },
  },
} as const satisfies Record<string, Endpoint>
