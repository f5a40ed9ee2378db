/** Calls about loans, favorites, and the platform's figures. */
import { favorite, newFavorite } from './favorites.ts'
import {
  loan,
  loanChange,
  loanContents,
  loanDeletion,
  loanFilters,
  newLoan,
  stats,
} from './shapes.ts'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

export const loanCalls = {
  getStats: {
    method: 'GET',
    path: '/api/stats',
    access: 'reader',
    summary: 'The figures of the platform.',
    response: stats,
  },
  listLoans: {
    method: 'GET',
    path: '/api/loans',
    access: 'reader',
    summary: 'Loans, newest first; the `Link` header names the next page.',
    query: loanFilters,
    response: z.array(loan),
  },
  listPropertyTypes: {
    method: 'GET',
    path: '/api/loans/property-types',
    access: 'reader',
    summary: 'The property types that the loans have.',
    response: z.array(z.string()),
  },
  getLoan: {
    method: 'GET',
    path: '/api/loans/:id',
    access: 'reader',
    summary: 'One loan.',
    response: loan,
  },
  createLoan: {
    method: 'POST',
    path: '/api/admin/loans',
    access: 'admin',
    limit: 'changes',
    summary: 'Create a loan.',
    body: newLoan,
    response: loan,
    status: 201,
  },
  updateLoan: {
    method: 'PATCH',
    path: '/api/loans/:id',
    access: 'admin',
    limit: 'changes',
    summary:
      'Change a loan; its terms only while nobody is bound to them. With a `version` that is no longer current: 409 `changed_meanwhile`.',
    body: loanChange,
    response: loan,
  },
  getLoanContents: {
    method: 'GET',
    path: '/api/admin/loans/:id/contents',
    access: 'admin',
    summary: 'A loan and what would be deleted with it.',
    response: loanContents,
  },
  deleteLoan: {
    method: 'DELETE',
    path: '/api/admin/loans/:id',
    access: 'admin',
    limit: 'changes',
    summary:
      'Delete a loan with all that belongs to it, unless it is funded. With a `version` that is no longer current: 409 `changed_meanwhile`.',
    query: loanDeletion,
    response: null,
  },
  listFavorites: {
    method: 'GET',
    path: '/api/favorites',
    access: 'signedIn',
    summary: 'The own favourites.',
    response: z.array(favorite),
  },
  addFavorite: {
    method: 'POST',
    path: '/api/favorites',
    access: 'signedIn',
    limit: 'favorites',
    summary: 'Favour a loan; favouring it again changes nothing.',
    body: newFavorite,
    response: favorite,
    status: 201,
  },
  removeFavorite: {
    method: 'DELETE',
    path: '/api/favorites/:loanId',
    access: 'signedIn',
    limit: 'favorites',
    summary: 'Favour a loan no longer.',
    response: null,
  },
} as const satisfies Record<string, Endpoint>
