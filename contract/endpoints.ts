/**
 * THE TABLE: every call, its method, path, access and shapes. The server mounts from it, the
 * browser's client calls by its names, the access test runs every row as every role, and the API
 * page is printed from it. Nothing else decides method, path or access.
 */
import * as z from 'zod/mini'
import {
  credentials,
  currentUser,
  done,
  passwordChange,
  passwordReset,
  profileChange,
  registration,
  resetRequest,
} from './auth.ts'
import {
  commitment,
  commitmentChange,
  commitmentConfirmation,
  newCommitment,
} from './commitments.ts'
import type { Endpoint } from './endpoint.ts'
import { favorite, newFavorite } from './favorites.ts'
import { document, photo } from './files.ts'
import { loan, loanFilters, newLoan, stats } from './loans.ts'
import { message, newMessage } from './messages.ts'
import { pendingUser, user } from './users.ts'

export const endpoints = {
  // Accounts
  getCurrentUser: {
    method: 'GET',
    path: '/api/auth/user',
    access: 'signedIn',
    summary: 'Who is signed in.',
    response: currentUser,
  },
  register: {
    method: 'POST',
    path: '/api/auth/register',
    access: 'anyone',
    summary: 'Register and sign in; the account awaits approval.',
    body: registration,
    response: currentUser,
    status: 201,
  },
  login: {
    method: 'POST',
    path: '/api/auth/login',
    access: 'anyone',
    summary: 'Sign in.',
    body: credentials,
    response: currentUser,
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'anyone',
    summary: 'Sign out.',
    response: null,
  },
  updateProfile: {
    method: 'PATCH',
    path: '/api/auth/user',
    access: 'signedIn',
    summary: 'Change the own names.',
    body: profileChange,
    response: currentUser,
  },
  changePassword: {
    method: 'POST',
    path: '/api/auth/password',
    access: 'signedIn',
    summary: 'Change the own password; all other sign-ins end.',
    body: passwordChange,
    response: null,
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/api/auth/forgot-password',
    access: 'anyone',
    summary: 'Have a reset link mailed; the answer is the same for an unknown address.',
    body: resetRequest,
    response: done,
    status: 202,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'anyone',
    summary: 'Set a new password with the token of a mailed link.',
    body: passwordReset,
    response: null,
  },

  // Loans
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
  getLoanCover: {
    method: 'GET',
    path: '/api/loans/:id/cover',
    access: 'reader',
    summary: 'The cover photo of a loan.',
    response: 'bytes',
  },
  createLoan: {
    method: 'POST',
    path: '/api/admin/loans',
    access: 'admin',
    summary: 'Create a loan.',
    body: newLoan,
    response: loan,
    status: 201,
  },

  // Favourites
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
    summary: 'Favour a loan; favouring it again changes nothing.',
    body: newFavorite,
    response: favorite,
    status: 201,
  },
  removeFavorite: {
    method: 'DELETE',
    path: '/api/favorites/:loanId',
    access: 'signedIn',
    summary: 'Favour a loan no longer.',
    response: null,
  },

  // Commitments
  createCommitment: {
    method: 'POST',
    path: '/api/commitments',
    access: 'approved',
    summary: 'Commit a share of a loan, softly or bindingly.',
    body: newCommitment,
    response: commitment,
    status: 201,
    idempotent: true,
  },
  listOwnCommitments: {
    method: 'GET',
    path: '/api/commitments/me',
    access: 'signedIn',
    summary: 'The own active commitments, newest first, each with its loan.',
    response: z.array(commitment),
  },
  changeCommitment: {
    method: 'PATCH',
    path: '/api/commitments/:id',
    access: 'approved',
    summary: 'Change the share of an own soft commitment.',
    body: commitmentChange,
    response: commitment,
  },
  withdrawCommitment: {
    method: 'POST',
    path: '/api/commitments/:id/withdraw',
    access: 'approved',
    summary: 'Withdraw an own soft commitment.',
    response: commitment,
  },
  makeCommitmentBinding: {
    method: 'POST',
    path: '/api/commitments/:id/make-binding',
    access: 'approved',
    summary: 'Make an own soft commitment binding.',
    body: commitmentConfirmation,
    response: commitment,
  },

  // Documents, photos and messages of a loan
  listLoanDocuments: {
    method: 'GET',
    path: '/api/documents/loan/:loanId',
    access: 'approved',
    summary: "A loan's documents.",
    response: z.array(document),
  },
  listLoanPhotos: {
    method: 'GET',
    path: '/api/photos/loan/:loanId',
    access: 'approved',
    summary: "A loan's photos.",
    response: z.array(photo),
  },
  getObject: {
    method: 'GET',
    path: '/objects/*',
    access: 'approved',
    summary: 'The bytes of a registered document or photo.',
    response: 'bytes',
  },
  listLoanMessages: {
    method: 'GET',
    path: '/api/messages/loan/:loanId',
    access: 'approved',
    summary: 'Messages on a loan that the reader may see, oldest first.',
    response: z.array(message),
  },
  createMessage: {
    method: 'POST',
    path: '/api/messages',
    access: 'approved',
    summary: 'Ask on a loan; or, as an administrator, answer or announce.',
    body: newMessage,
    response: message,
    status: 201,
  },

  // Administration
  listUsers: {
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    summary: 'All accounts.',
    response: z.array(user),
  },
  listPendingUsers: {
    method: 'GET',
    path: '/api/admin/users/pending',
    access: 'admin',
    summary: 'Accounts that await approval, oldest first.',
    response: z.array(pendingUser),
  },
  approveUser: {
    method: 'POST',
    path: '/api/admin/users/:id/approve',
    access: 'admin',
    summary: 'Approve a pending lender.',
    response: user,
  },

  // About the calls themselves
  getOpenApi: {
    method: 'GET',
    path: '/api/openapi.json',
    access: 'anyone',
    summary: 'This table as OpenAPI.',
    response: 'bytes',
  },
  getApiDocs: {
    method: 'GET',
    path: '/api/docs',
    access: 'anyone',
    summary: 'This table as a page.',
    response: 'bytes',
  },
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
