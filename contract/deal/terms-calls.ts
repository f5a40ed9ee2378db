import { exampleId } from '#contract/example-ids.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  newTermsProposal,
  ownTermsQuestions,
  termsAnswerOnBehalf,
  termsConfirmation,
  termsProposal,
  termsQuestion,
  termsRefusal,
} from './terms.ts'
import * as z from 'zod/mini'

const ofProposal = { params: { id: exampleId.termsProposal } }

export const termsCalls = {
  proposeTerms: {
    method: 'POST',
    path: '/api/admin/loans/:id/terms-proposals',
    access: 'admin',
    limit: 'changes',
    summary:
      'Propose another amount, rate or term of a loan to the lenders that are bound to it. Each is asked to confirm.',
    changes: ['loans:id', 'book:id', 'notifications', 'audit'],
    body: newTermsProposal,
    example: {
      params: { id: exampleId.boundLoan },
      body: {
        interestRate: '8.50',
        reason: 'The index has moved since the loan was signed up.',
      },
    },
    response: termsProposal,
    status: 201,
    refusals: {
      409: [
        'same_terms',
        'nothing_to_confirm',
        'terms_pending',
        'round_running',
        'deal_closed',
        'loan_funded',
      ],
    },
  },
  applyTerms: {
    method: 'POST',
    path: '/api/admin/terms-proposals/:id/apply',
    access: 'admin',
    limit: 'changes',
    summary:
      'Put proposed terms into effect. Commitments that were confirmed get new amounts, and the others lapse.',
    changes: ['loans:loanId', 'book:loanId', 'stats', 'notifications', 'audit'],
    example: ofProposal,
    response: termsProposal,
    refusals: { 409: ['answers_missing', 'proposal_over', 'book_changed', 'loan_funded'] },
  },
  cancelTerms: {
    method: 'POST',
    path: '/api/admin/terms-proposals/:id/cancel',
    access: 'admin',
    limit: 'changes',
    summary: 'Cancel proposed terms. The loan and its commitments stay as they are.',
    changes: ['loans:loanId', 'book:loanId', 'notifications', 'audit'],
    example: ofProposal,
    response: termsProposal,
    refusals: { 409: ['proposal_over'] },
  },
  answerTermsOnBehalf: {
    method: 'POST',
    path: '/api/admin/terms-proposals/:id/answer',
    access: 'admin',
    limit: 'changes',
    summary: 'Record the answer that a lender gave by letter or telephone.',
    changes: ['book:loanId', 'notifications', 'audit'],
    body: termsAnswerOnBehalf,
    example: {
      ...ofProposal,
      body: {
        firmId: exampleId.firm,
        answer: 'confirmed',
        amount: '10000.00',
        how: 'By letter of May 7',
      },
    },
    response: termsProposal,
    refusals: {
      409: ['proposal_over', 'already_answered', 'terms_changed', 'not_active'],
    },
  },
  listOwnTermsQuestions: {
    method: 'GET',
    path: '/api/terms-proposals/me',
    access: 'signedIn',
    summary:
      'The questions about changed terms of loans that your firm is bound to, open ones first.',
    shows: ['book', 'loans'],
    query: ownTermsQuestions,
    example: { query: { loanId: exampleId.loan } },
    response: z.array(termsQuestion),
  },
  confirmTerms: {
    method: 'POST',
    path: '/api/terms-proposals/:id/confirm',
    access: 'lender',
    needsTerms: true,
    limit: 'commitments',
    summary: 'Confirm proposed terms with your amount in them, so that your commitment stays.',
    changes: ['book:loanId', 'book:me', 'notifications', 'audit'],
    body: termsConfirmation,
    example: { ...ofProposal, body: { amount: '10000.00' } },
    response: termsQuestion,
    refusals: { 409: ['proposal_over', 'already_answered', 'terms_changed'] },
  },
  declineTerms: {
    method: 'POST',
    path: '/api/terms-proposals/:id/decline',
    access: 'lender',
    limit: 'commitments',
    summary: 'Decline proposed terms. Your commitment ends if they take effect.',
    changes: ['book:loanId', 'book:me', 'notifications', 'audit'],
    body: termsRefusal,
    example: { ...ofProposal, body: { reason: 'The rate is below our minimum.' } },
    response: termsQuestion,
    refusals: { 409: ['proposal_over', 'already_answered'] },
  },
} as const satisfies Record<string, Endpoint>
