/**
 * What each call answers to each role for ids of the own, somebody else's, a missing and a malformed
 * thing, in this order. Written out by hand, so that no slip in the product can hide in its test.
 */
import type { Role } from '#domain/access.ts'

/** What an id speaks of, so that the test can make one's own and somebody else's. */
export type Thing =
  | 'loan'
  | 'favorite'
  | 'soft commitment'
  | 'binding commitment'
  | 'document'
  | 'photo'
  | 'file'
  | 'uploaded document'
  | 'uploaded photo'
  | 'notification'
  | 'session'
  | 'account'
  | 'mail'

export interface Cells extends Record<Role, string> {
  thing: Thing
}

const signInFirst = '401 401 401 401'
const mayNot = '403 403 403 403'

const everybody = (thing: Thing, cells: string): Cells => ({
  thing,
  visitor: cells,
  pending: cells,
  lender: cells,
  admin: cells,
})
const signedIn = (thing: Thing, cells: string): Cells => ({
  ...everybody(thing, cells),
  visitor: signInFirst,
})
const approved = (thing: Thing, cells: string): Cells => ({
  ...signedIn(thing, cells),
  pending: mayNot,
})
const admins = (thing: Thing, cells: string): Cells => ({
  ...approved(thing, cells),
  lender: mayNot,
})

/** By call and where the id stands: each such place of the table has its row here. */
export const matrix: Record<string, Cells> = {
  // What is private: somebody else's is as if it were not there, for administrators too.
  'endSession path id': signedIn('session', '204 404 404 404'),
  'markNotificationRead path id': signedIn('notification', '200 404 404 404'),
  'changeCommitment path id': approved('soft commitment', '200 404 404 404'),
  'withdrawCommitment path id': approved('soft commitment', '200 404 404 404'),
  'makeCommitmentBinding path id': approved('soft commitment', '200 404 404 404'),
  // Removing a favorite that never was one succeeds, and affects nobody else's.
  'removeFavorite path loanId': signedIn('favorite', '204 204 204 404'),

  // Loans are for all readers, whoever holds them.
  'getLoan path id': everybody('loan', '200 200 404 404'),
  'getLoanCover path id': everybody('loan', '200 200 404 404'),
  'addFavorite body loanId': signedIn('loan', '201 201 404 400'),
  'listLoanDocuments path loanId': approved('loan', '200 200 404 404'),
  'listLoanPhotos path loanId': approved('loan', '200 200 404 404'),
  'listLoanMessages path loanId': approved('loan', '200 200 404 404'),
  'getObject path *': approved('file', '200 200 404 404'),
  'createCommitment body loanId': approved('loan', '201 201 404 400'),
  'createMessage body loanId': approved('loan', '201 201 404 400'),

  // Taken and never believed: the session says who it is.
  'createCommitment body lenderId': approved('account', '201 201 201 201'),
  'createMessage body userId': approved('account', '201 201 201 201'),
  // Only an administrator addresses somebody, and only a lender; a lender's word for it is not read.
  'createMessage body recipientId': {
    ...approved('account', '201 201 201 400'),
    admin: '404 201 404 400',
  },

  // The administrators' desk.
  'updateLoan path id': admins('loan', '200 200 404 404'),
  'getLoanContents path id': admins('loan', '200 200 404 404'),
  'getAnnouncementAudience path id': admins('loan', '200 200 404 404'),
  'deleteLoan path id': admins('loan', '204 204 404 404'),
  'getBook path id': admins('loan', '200 200 404 404'),
  'exportBookAsCsv path id': admins('loan', '200 200 404 404'),
  'exportBookAsXlsx path id': admins('loan', '200 200 404 404'),
  'recordCommitment path loanId': admins('loan', '201 201 404 404'),
  // The path says which loan it is, and a body that says another is refused.
  'recordCommitment body loanId': admins('loan', '400 400 400 400'),
  'recordCommitment body lenderId': admins('account', '201 201 404 400'),
  'releaseCommitment path id': admins('binding commitment', '200 200 404 404'),
  'createDocument body loanId': admins('loan', '201 201 404 400'),
  'createDocument body fileUrl': admins('uploaded document', '201 201 400 400'),
  'createPhoto body loanId': admins('loan', '201 201 404 400'),
  'createPhoto body fileUrl': admins('uploaded photo', '201 201 400 400'),
  'deleteDocument path id': admins('document', '204 204 404 404'),
  'updatePhoto path id': admins('photo', '200 200 404 404'),
  'deletePhoto path id': admins('photo', '204 204 404 404'),
  'approveUser path id': admins('account', '200 200 404 404'),
  // The sample makes a lender of whom it is about, which nobody may do to oneself.
  'updateUser path id': admins('account', '409 200 404 404'),
  'deleteUser path id': admins('account', '409 204 404 404'),
  'reactivateUser path id': admins('account', '200 200 404 404'),
  // One's own password is changed on the profile, which asks for the current one.
  'createResetLink path id': admins('account', '409 201 404 404'),
  'signOutUser path id': admins('account', '409 200 404 404'),
  'resetTwoFactor path id': admins('account', '409 200 404 404'),
  'resendMail path id': admins('mail', '200 200 404 404'),

  // The token in its query is the permission, and no path stands in for it: here it is always a wrong
  // one. What the right token, another's, and one for another path do is tried in
  // test/api/paths.test.ts and test/api/documents/uploads-on-a-store.ts.
  'receiveUpload path *': everybody('file', '403 403 403 404'),
}
