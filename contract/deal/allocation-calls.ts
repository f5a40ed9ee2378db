import { exampleId } from '#contract/example-ids.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as z from 'zod/mini'
import {
  allocation,
  allocationLine,
  allocations,
  answerOnBehalf,
  movedRound,
  newAllocation,
  publication,
  shownBook,
} from './allocations.ts'
import { acceptance, offer, ownOfferPage, refusalOfOffer } from './offers.ts'

/** A text that no book has, so the tests replace it where a call must succeed. */
const bookVersion = 'r1VnqGq2u3nSgUuC0k8JY0Y1m0f4b3y7x9d2c5a6e8g'
/** Too far ahead, so that the example is refused whenever the tests run. */
const respondBy = '2099-05-12T21:00:00.000Z'

export const allocationCalls = {
  listAllocations: {
    method: 'GET',
    path: '/api/admin/loans/:id/allocations',
    access: 'admin',
    summary:
      "A loan's allocations: the draft, and the rounds with their offers, newest first; and the lines of its book, from which the next one is computed.",
    shows: ['loans:id', 'book:id'],
    example: { params: { id: exampleId.loan } },
    response: allocations,
  },
  saveAllocation: {
    method: 'PUT',
    path: '/api/admin/loans/:id/allocation',
    access: 'admin',
    limit: 'changes',
    summary:
      "Compute a draft of the allocation from the loan's book and your choices, and save it in place of the one before. An approval is lost.",
    changes: ['book:id', 'audit'],
    body: newAllocation,
    example: {
      params: { id: exampleId.loan },
      body: {
        bookVersion,
        hold: '20.00',
        order: { kind: 'proRata' },
        lines: [],
        note: 'Thank you.',
      },
    },
    response: allocation,
    refusals: {
      409: [
        'loan_draft',
        'book_changed',
        'not_in_book',
        'hold_too_high',
        'fixed_out_of_range',
        'over_capacity',
        'pinned_out_of_range',
        'pinned_below_minimum',
        'pinned_too_high',
        'round_running',
        'deal_closed',
        'loan_funded',
      ],
    },
  },
  deleteAllocation: {
    method: 'DELETE',
    path: '/api/admin/loans/:id/allocation',
    access: 'admin',
    limit: 'changes',
    summary: 'Delete the draft of the allocation.',
    changes: ['book:id', 'audit'],
    example: { params: { id: exampleId.loan } },
    response: null,
  },
  approveAllocation: {
    method: 'POST',
    path: '/api/admin/allocations/:id/approve',
    access: 'admin',
    limit: 'changes',
    summary:
      'Approve a draft that another administrator saved, as publishing needs if two administrators are asked for.',
    changes: ['book:loanId', 'audit'],
    body: shownBook,
    example: { params: { id: exampleId.allocation }, body: { bookVersion } },
    response: allocation,
    refusals: { 409: ['second_administrator', 'book_changed', 'round_running', 'round_over'] },
  },
  publishAllocation: {
    method: 'POST',
    path: '/api/admin/allocations/:id/publish',
    access: 'admin',
    limit: 'changes',
    summary:
      'Publish a draft: the hold is set, and each lender with an open request is notified. Offers can be answered until the given time, an hour to 60 days ahead.',
    changes: ['book:loanId', 'notifications', 'audit'],
    body: publication,
    example: { params: { id: exampleId.allocation }, body: { bookVersion, respondBy } },
    response: allocation,
    refusals: {
      409: [
        'book_changed',
        'loan_draft',
        'nothing_to_offer',
        'not_enough_available',
        'second_administrator',
        'terms_changed',
        'round_running',
        'round_over',
        'deal_closed',
        'loan_funded',
      ],
    },
  },
  moveRound: {
    method: 'PATCH',
    path: '/api/admin/allocations/:id',
    access: 'admin',
    limit: 'changes',
    summary: 'Move the time by which the offers of a running round must be answered.',
    changes: ['book:loanId', 'notifications', 'audit'],
    body: movedRound,
    example: { params: { id: exampleId.round }, body: { respondBy } },
    response: allocation,
    refusals: { 409: ['round_over'] },
  },
  endRound: {
    method: 'POST',
    path: '/api/admin/allocations/:id/end',
    access: 'admin',
    limit: 'changes',
    summary:
      'End a running round. Open offers are recalled, or lapse with their soft commitments if the time to answer is over.',
    changes: ['book:loanId', 'notifications', 'audit'],
    example: { params: { id: exampleId.round } },
    response: allocation,
    refusals: { 409: ['round_over'] },
  },
  answerOfferOnBehalf: {
    method: 'POST',
    path: '/api/admin/offers/:id/answer',
    access: 'admin',
    limit: 'changes',
    summary: 'Record the answer that a lender gave to its offer by letter or telephone.',
    changes: ['book:loanId', 'notifications', 'audit'],
    body: answerOnBehalf,
    example: {
      params: { id: exampleId.offer },
      body: { answer: 'declined', how: 'Letter of May 9' },
    },
    response: z.extend(allocationLine, { loanId: offer.shape.loanId }),
    refusals: { 409: ['offer_over', 'already_answered', 'terms_changed', 'not_active'] },
  },
  listOwnOffers: {
    method: 'GET',
    path: '/api/offers/me',
    access: 'signedIn',
    summary:
      'The offers made to you, open ones first, and then the newest; the `Link` header names the next page.',
    shows: ['book', 'loans', 'photos'],
    query: ownOfferPage,
    example: { query: { loanId: exampleId.loan, limit: '5' } },
    response: z.array(offer),
  },
  acceptOffer: {
    method: 'POST',
    path: '/api/offers/:id/accept',
    access: 'lender',
    needsTerms: true,
    limit: 'changes',
    summary:
      'Accept an offer. The allocated part of your soft commitments becomes binding, oldest first.',
    changes: ['book:loanId', 'book:me', 'notifications', 'audit'],
    body: acceptance,
    example: { params: { id: exampleId.offer }, body: { amount: '10000.00' } },
    response: offer,
    refusals: { 409: ['offer_over', 'already_answered', 'terms_changed'] },
  },
  declineOffer: {
    method: 'POST',
    path: '/api/offers/:id/decline',
    access: 'lender',
    limit: 'changes',
    summary: 'Decline an offer. Your soft commitments to the loan are withdrawn.',
    changes: ['book:loanId', 'book:me', 'notifications', 'audit'],
    body: refusalOfOffer,
    example: { params: { id: exampleId.offer }, body: { reason: 'Too small for us' } },
    response: offer,
    refusals: { 409: ['offer_over', 'already_answered'] },
  },
  getOfferLetter: {
    method: 'GET',
    path: '/api/offers/:id/letter.pdf',
    access: 'viewer',
    summary: 'The letter of an offer as a PDF.',
    changes: ['audit'],
    ownPagesOnly: true,
    example: { params: { id: exampleId.offer } },
    response: 'bytes',
  },
} as const satisfies Record<string, Endpoint>
