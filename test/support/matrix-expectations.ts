/**
 * What each call answers to each role for an id of the caller's own thing, of somebody else's, of a
 * missing and of a malformed one, in this order. Written out by hand, so that a mistake in the rules
 * can't hide in its test.
 */
import type { Role } from '#domain/access.ts'

/**
 * The kind of thing that an id refers to, so that the test can make the caller's own and somebody
 * else's.
 */
export type Thing =
  | 'loan'
  | 'favorite'
  | 'saved filter'
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
  | 'invitation'
  | 'receipt'

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

/** By call and by the place of the id; every such place in the table has a row here. */
export const matrix: Record<string, Cells> = {
  // Private things: somebody else's is answered like a missing one, for administrators too.
  'endSession path id': signedIn('session', '204 404 404 404'),
  'markNotificationRead path id': signedIn('notification', '200 404 404 404'),
  'updateSavedFilter path id': signedIn('saved filter', '200 404 404 404'),
  'deleteSavedFilter path id': signedIn('saved filter', '204 404 404 404'),
  'changeCommitment path id': approved('soft commitment', '200 404 404 404'),
  'withdrawCommitment path id': approved('soft commitment', '200 404 404 404'),
  'makeCommitmentBinding path id': approved('soft commitment', '200 404 404 404'),
  // A lender reads the receipts of its own commitments, and an administrator those of all.
  'getReceipt path id': { ...signedIn('receipt', '200 404 404 404'), admin: '200 200 404 404' },
  'getReceiptPdf path id': { ...signedIn('receipt', '200 404 404 404'), admin: '200 200 404 404' },
  // Removing a favorite that doesn't exist succeeds, and affects nobody else's.
  'removeFavorite path loanId': signedIn('favorite', '204 204 204 404'),

  // Every reader may read a loan, whoever holds a share of it.
  'getLoan path id': everybody('loan', '200 200 404 404'),
  'getLoanCover path id': everybody('loan', '200 200 404 404'),
  'addFavorite body loanId': signedIn('loan', '201 201 404 400'),
  'visitLoan path id': approved('loan', '200 200 404 404'),
  'listLoanDocuments path loanId': approved('loan', '200 200 404 404'),
  'downloadDocuments path id': approved('loan', '200 200 404 404'),
  'getFundingStory path id': approved('loan', '200 200 404 404'),
  'listLoanPhotos path loanId': approved('loan', '200 200 404 404'),
  'listLoanMessages path loanId': approved('loan', '200 200 404 404'),
  'getObject path *': approved('file', '200 200 404 404'),
  'createCommitment body loanId': approved('loan', '201 201 404 400'),
  'createMessage body loanId': approved('loan', '201 201 404 400'),

  // Accepted and ignored: the session says who the caller is.
  'createCommitment body lenderId': approved('account', '201 201 201 201'),
  'createMessage body userId': approved('account', '201 201 201 201'),
  // Only an administrator can address a message, and only to a lender; a lender's recipient is
  // ignored.
  'createMessage body recipientId': {
    ...approved('account', '201 201 201 400'),
    admin: '404 201 404 400',
  },

  // Administrators' calls.
  'updateLoan path id': admins('loan', '200 200 404 404'),
  'getLoanContents path id': admins('loan', '200 200 404 404'),
  'getPublication path id': admins('loan', '200 200 404 404'),
  'publishLoan path id': admins('loan', '200 200 404 404'),
  // Somebody's favorite, since a loan with commitments stays published.
  'unpublishLoan path id': admins('favorite', '204 204 404 404'),
  'listMessageRecipients path id': admins('loan', '200 200 404 404'),
  'getAnnouncementAudience path id': admins('loan', '200 200 404 404'),
  'deleteLoan path id': admins('loan', '204 204 404 404'),
  'getBook path id': admins('loan', '200 200 404 404'),
  'getBookTotals path id': admins('loan', '200 200 404 404'),
  'listBookEntries path id': admins('loan', '200 200 404 404'),
  'listBookHolders path id': admins('loan', '200 200 404 404'),
  'getReadings path id': admins('loan', '200 200 404 404'),
  'exportBookAsCsv path id': admins('loan', '200 200 404 404'),
  'exportBookAsXlsx path id': admins('loan', '200 200 404 404'),
  'recordCommitment path loanId': admins('loan', '201 201 404 404'),
  // The path names the loan, and a body that names another one is refused.
  'recordCommitment body loanId': admins('loan', '400 400 400 400'),
  'recordCommitment body lenderId': admins('account', '201 201 404 400'),
  'releaseCommitment path id': admins('binding commitment', '200 200 404 404'),
  'changeCommitmentOnBehalf path id': admins('soft commitment', '200 200 404 404'),
  'withdrawCommitmentOnBehalf path id': admins('soft commitment', '200 200 404 404'),
  'makeCommitmentBindingOnBehalf path id': admins('soft commitment', '200 200 404 404'),
  'createDocument body loanId': admins('loan', '201 201 404 400'),
  // Any id will do: it only says which documents belong together.
  'createDocument body batchId': admins('loan', '201 201 201 400'),
  'createDocument body fileUrl': admins('uploaded document', '201 201 400 400'),
  'createPhoto body loanId': admins('loan', '201 201 404 400'),
  'createPhoto body fileUrl': admins('uploaded photo', '201 201 400 400'),
  'updateDocument path id': admins('document', '200 200 404 404'),
  'deleteDocument path id': admins('document', '204 204 404 404'),
  'updatePhoto path id': admins('photo', '200 200 404 404'),
  'deletePhoto path id': admins('photo', '204 204 404 404'),
  'getLender path id': admins('account', '200 200 404 404'),
  'listLenderHoldings path id': admins('account', '200 200 404 404'),
  'listBoundLoans path id': admins('account', '200 200 404 404'),
  'approveUser path id': admins('account', '200 200 404 404'),
  // The sample input makes the account a lender, which nobody may do to their own account.
  'updateUser path id': admins('account', '409 200 404 404'),
  'deleteUser path id': admins('account', '409 204 404 404'),
  'reactivateUser path id': admins('account', '200 200 404 404'),
  // People change their own password on the profile, which requires the current one.
  'createResetLink path id': admins('account', '409 201 404 404'),
  'signOutUser path id': admins('account', '409 200 404 404'),
  'resetTwoFactor path id': admins('account', '409 200 404 404'),
  'deleteInvitation path id': admins('invitation', '204 204 404 404'),
  'resendMail path id': admins('mail', '200 200 404 404'),

  // The token in the query is the permission, and here it is always a wrong one. Other tests use the
  // right token, another upload's, and one for another path: test/api/paths.test.ts and
  // test/api/documents/uploads-on-a-store.ts.
  'receiveUpload path *': everybody('file', '403 403 403 404'),
}
