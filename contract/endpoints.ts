/**
 * THE TABLE: every call, its method, path, access and shapes. The server mounts from it, the
 * browser's client calls by its names, the access test runs every row as every role, and the API
 * page is printed from it. Nothing else decides method, path or access.
 */
import { uploadLimits } from '#domain/files.ts'
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
import { book, bookEntry, recordedCommitment, release } from './book.ts'
import { favorite, newFavorite } from './favorites.ts'
import {
  document,
  newDocument,
  newDocumentUpload,
  newPhoto,
  newPhotoUpload,
  photo,
  coverQuery,
  photoChange,
  rendition,
  upload,
  uploadToken,
} from './files.ts'
import { loan, loanChange, loanContents, loanFilters, newLoan, stats } from './loans.ts'
import { mail, mailFilters, mailStatus } from './mails.ts'
import { message, newMessage } from './messages.ts'
import { adminSummary, notification, notificationPage, unreadCount } from './notifications.ts'
import { pendingUser, resetLink, user, userChange } from './users.ts'

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
    summary: 'Change the own names, and whether notifications come by mail.',
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
    summary: 'The cover photo of a loan; also smaller (`?w=480`).',
    query: coverQuery,
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
  updateLoan: {
    method: 'PATCH',
    path: '/api/loans/:id',
    access: 'admin',
    summary: 'Change a loan; its terms only while nobody is bound to them.',
    body: loanChange,
    response: loan,
  },
  getLoanContents: {
    method: 'GET',
    path: '/api/admin/loans/:id/contents',
    access: 'admin',
    summary: 'What would be deleted with a loan.',
    response: loanContents,
  },
  deleteLoan: {
    method: 'DELETE',
    path: '/api/admin/loans/:id',
    access: 'admin',
    summary: 'Delete a loan with all that belongs to it, unless it is funded.',
    response: null,
  },

  // The book of a loan
  getBook: {
    method: 'GET',
    path: '/api/admin/loans/:id/book',
    access: 'admin',
    summary: 'Who holds what of a loan, with totals.',
    response: book,
  },
  recordCommitment: {
    method: 'POST',
    path: '/api/admin/loans/:loanId/commitments',
    access: 'admin',
    summary: "Record a commitment on a lender's behalf.",
    body: recordedCommitment,
    response: bookEntry,
    status: 201,
    idempotent: true,
  },
  releaseCommitment: {
    method: 'POST',
    path: '/api/admin/commitments/:id/release',
    access: 'admin',
    summary: 'Release a binding commitment, with a reason.',
    body: release,
    response: bookEntry,
  },
  exportBookAsCsv: {
    method: 'GET',
    path: '/api/admin/loans/:id/book.csv',
    access: 'admin',
    summary: 'The book as comma-separated values.',
    response: 'bytes',
  },
  exportBookAsXlsx: {
    method: 'GET',
    path: '/api/admin/loans/:id/book.xlsx',
    access: 'admin',
    summary: 'The book as a spreadsheet.',
    response: 'bytes',
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
    summary:
      'The bytes of a registered document or photo; of a photo also smaller ones (`?w=480`).',
    query: rendition,
    response: 'bytes',
  },
  createDocumentUpload: {
    method: 'POST',
    path: '/api/upload/document',
    access: 'admin',
    summary: 'An address that takes the bytes of one document.',
    body: newDocumentUpload,
    response: upload,
  },
  createPhotoUpload: {
    method: 'POST',
    path: '/api/upload/photo',
    access: 'admin',
    summary: 'An address that takes the bytes of one photo.',
    body: newPhotoUpload,
    response: upload,
  },
  receiveUpload: {
    method: 'PUT',
    path: '/api/uploads/.private/*',
    // The token in its query is the permission: it was given to an administrator, for one file.
    access: 'anyone',
    summary: 'Takes the bytes of one upload, where files are kept on disk.',
    query: uploadToken,
    takesBytes: uploadLimits.document.maxBytes,
    response: null,
  },
  createDocument: {
    method: 'POST',
    path: '/api/documents',
    access: 'admin',
    summary: 'Register an uploaded document with a loan.',
    body: newDocument,
    response: document,
    status: 201,
  },
  deleteDocument: {
    method: 'DELETE',
    path: '/api/documents/:id',
    access: 'admin',
    summary: 'Delete a document and its bytes.',
    response: null,
  },
  createPhoto: {
    method: 'POST',
    path: '/api/photos',
    access: 'admin',
    summary: 'Register an uploaded photo with a loan.',
    body: newPhoto,
    response: photo,
    status: 201,
  },
  updatePhoto: {
    method: 'PATCH',
    path: '/api/photos/:id',
    access: 'admin',
    summary: "Change a photo's name or caption, or make it the loan's cover.",
    body: photoChange,
    response: photo,
  },
  deletePhoto: {
    method: 'DELETE',
    path: '/api/photos/:id',
    access: 'admin',
    summary: 'Delete a photo and its bytes.',
    response: null,
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

  // Notifications
  listNotifications: {
    method: 'GET',
    path: '/api/notifications',
    access: 'signedIn',
    summary: 'The own notifications, newest first; the `Link` header names the next page.',
    query: notificationPage,
    response: z.array(notification),
  },
  countUnreadNotifications: {
    method: 'GET',
    path: '/api/notifications/unread',
    access: 'signedIn',
    summary: 'How many of the own notifications are unread.',
    response: unreadCount,
  },
  markNotificationRead: {
    method: 'PATCH',
    path: '/api/notifications/:id/read',
    access: 'signedIn',
    summary: 'Mark one of the own notifications as read.',
    response: notification,
  },
  markAllNotificationsRead: {
    method: 'POST',
    path: '/api/notifications/mark-all-read',
    access: 'signedIn',
    summary: 'Mark all of the own notifications as read.',
    response: null,
  },

  // Administration
  getAdminSummary: {
    method: 'GET',
    path: '/api/admin/summary',
    access: 'admin',
    summary: 'The counts on the administrators’ cards and tabs.',
    response: adminSummary,
  },
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
  updateUser: {
    method: 'PATCH',
    path: '/api/admin/users/:id',
    access: 'admin',
    summary: "Change an account's names, e-mail, role or approval.",
    body: userChange,
    response: user,
  },
  deleteUser: {
    method: 'DELETE',
    path: '/api/admin/users/:id',
    access: 'admin',
    summary:
      'Reject a pending account or delete one; one with commitments or messages is deactivated instead.',
    response: null,
  },
  reactivateUser: {
    method: 'POST',
    path: '/api/admin/users/:id/reactivate',
    access: 'admin',
    summary: 'Let a deactivated account sign in again.',
    response: user,
  },
  createResetLink: {
    method: 'POST',
    path: '/api/admin/users/:id/reset-link',
    access: 'admin',
    summary: 'A link with which a person chooses a new password, once and within an hour.',
    response: resetLink,
    status: 201,
  },
  listMails: {
    method: 'GET',
    path: '/api/admin/mails',
    access: 'admin',
    summary: 'The mail outbox, newest first; the `Link` header names the next page.',
    query: mailFilters,
    response: z.array(mail),
  },
  getMailStatus: {
    method: 'GET',
    path: '/api/admin/mails/status',
    access: 'admin',
    summary: 'How mail leaves, and how many are queued, sent and failed.',
    response: mailStatus,
  },
  resendMail: {
    method: 'POST',
    path: '/api/admin/mails/:id/resend',
    access: 'admin',
    summary: 'Send a mail now: one that waits or failed, or once more one that was sent.',
    response: mail,
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
