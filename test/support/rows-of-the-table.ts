/** The table of calls as tests iterate over it, with a valid input for each row. */
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import type { LooseInput } from './caller.ts'
import { exampleLoan } from './example-loan.ts'

export const rowsOfTheTable = Object.entries(endpoints) as [EndpointName, Endpoint][]

/** What the sample inputs refer to. */
export interface Subjects {
  loanId: string
  /** A commitment, favorite, message or account, depending on the row. */
  id: string
  userId: string
  fileUrl: string
}

/**
 * A valid input for the row. Every call with a body, a query or parameters needs one here; without
 * it, the tests that iterate over the table fail.
 */
export function sampleInput(name: EndpointName, { loanId, id, userId, fileUrl }: Subjects) {
  const instruction = { instructedBy: 'Ada Cole, by phone', instructedOn: '2026-01-05' }
  const names = { firstName: 'Ada', lastName: 'Cole' }
  const filters = {
    search: 'pier',
    status: 'open',
    propertyType: 'Retail',
    location: 'Boston',
    ltvMax: '65',
    rateMin: '7.25',
    amountMin: '1000000',
    amountMax: '5000000.00',
    // The lists themselves are for visitors too.
    favorites: 'false',
    held: 'false',
  }
  const page = { sort: '-rate', limit: '5', cursor: '' }
  const inputs: { [Name in EndpointName]?: LooseInput } = {
    register: { body: { ...names, email: 'ada@example.com', password: 'long enough' } },
    login: { body: { email: 'ada@example.com', password: 'wrong', code: '000000' } },
    updateProfile: { body: names },
    changePassword: { body: { currentPassword: 'wrong', newPassword: 'long enough' } },
    changeOwnEmail: { body: { email: 'ada@example.com', currentPassword: 'wrong' } },
    requestPasswordReset: { body: { email: 'ada@example.com', returnTo: `/loans/${loanId}` } },
    resetPassword: { body: { token: 'none', password: 'long enough' } },
    endSession: { params: { id } },
    startTwoFactor: { body: { currentPassword: 'wrong' } },
    confirmTwoFactor: { body: { code: '000000' } },
    renewRecoveryCodes: { body: { currentPassword: 'wrong', code: '000000' } },
    endTwoFactor: { body: { currentPassword: 'wrong', code: '000000' } },
    listLoans: { query: { ...filters, ...page } },
    listAllLoans: { query: { ...filters, isDraft: 'false', ...page } },
    getLoanTotals: { query: filters },
    getLoan: { params: { id: loanId } },
    getLoanCover: { params: { id: loanId }, query: { w: '480', photo: 'any' } },
    createLoan: { body: exampleLoan },
    updateLoan: { params: { id: loanId }, body: { title: 'Pier 5 Warehouse', purpose: null } },
    getLoanContents: { params: { id: loanId } },
    getPublication: { params: { id: loanId } },
    publishLoan: { params: { id: loanId }, body: { notifyAgain: 'true' } },
    unpublishLoan: { params: { id: loanId }, body: { version: '1' } },
    listMessageRecipients: { params: { id: loanId }, query: { search: 'ada' } },
    getAnnouncementAudience: { params: { id: loanId } },
    deleteLoan: { params: { id: loanId } },
    getLender: { params: { id: userId } },
    listLenderHoldings: { params: { id: userId }, query: { limit: '5', cursor: '' } },
    listExposedLoans: {
      query: {
        status: 'open',
        propertyType: 'Retail',
        state: 'MA',
        rate: '7',
        maturity: '2030',
        lenderId: userId,
        sort: '-gap',
        limit: '5',
        cursor: '',
      },
    },
    getFundingStory: { params: { id: loanId } },
    getBook: { params: { id: loanId } },
    getBookTotals: { params: { id: loanId } },
    listBookEntries: {
      params: { id: loanId },
      query: { isBinding: 'true', lenderId: userId, limit: '5', cursor: '' },
    },
    listBookHolders: {
      params: { id: loanId },
      query: { lenderId: userId, limit: '5', cursor: '' },
    },
    recordCommitment: {
      params: { loanId },
      body: {
        loanId,
        lenderId: userId,
        percentage: '1',
        amount: '10000.00',
        isSoftCommit: 'true',
      },
    },
    releaseCommitment: { params: { id }, body: { reason: 'The lender withdrew its approval.' } },
    changeCommitmentOnBehalf: { params: { id }, body: { percentage: '2', ...instruction } },
    withdrawCommitmentOnBehalf: { params: { id }, body: instruction },
    makeCommitmentBindingOnBehalf: { params: { id }, body: { amount: '10000.00', ...instruction } },
    exportBookAsCsv: { params: { id: loanId } },
    exportBookAsXlsx: { params: { id: loanId } },
    addFavorite: { body: { loanId } },
    removeFavorite: { params: { loanId } },
    visitLoan: { params: { id: loanId } },
    createSavedFilter: {
      body: {
        name: 'Boston warehouses',
        isNotifying: 'true',
        search: 'pier',
        status: 'open',
        propertyType: 'Industrial',
        location: 'Boston',
        ltvMax: '65',
        rateMin: '7.25',
        amountMin: '1000000',
        amountMax: '5000000.00',
        favorites: 'false',
        held: 'false',
      },
    },
    updateSavedFilter: { params: { id }, body: { name: 'Boston', isNotifying: 'false' } },
    deleteSavedFilter: { params: { id } },
    createCommitment: {
      body: { loanId, percentage: '1', amount: '10000.00', isSoftCommit: 'true', lenderId: 'me' },
    },
    listOwnCommitments: { query: { loanId, order: 'loan', limit: '5', cursor: '' } },
    listOwnHoldings: { query: { limit: '5', cursor: '' } },
    listOwnShares: { query: { loanIds: loanId } },
    listOwnHistory: { query: { limit: '5', cursor: '' } },
    changeCommitment: { params: { id }, body: { percentage: '2' } },
    withdrawCommitment: { params: { id } },
    makeCommitmentBinding: { params: { id }, body: { amount: '10000.00' } },
    getReceipt: { params: { id } },
    getReceiptPdf: { params: { id } },
    verifyReceipt: { body: { file: 'e30=' } },
    getReadings: { params: { id: loanId } },
    listLoanDocuments: { params: { loanId } },
    downloadDocuments: { params: { id: loanId } },
    updateDocument: { params: { id }, body: { group: 'legal' } },
    listLoanPhotos: { params: { loanId } },
    listLoansWithFiles: {
      query: { kind: 'document', search: 'pier', loanId, limit: '5', cursor: '' },
    },
    getObject: { params: { '*': fileUrl }, query: { w: '480' } },
    listLoanMessages: { params: { loanId }, query: { limit: '5', cursor: '' } },
    createMessage: { body: { loanId, message: 'When is closing?', recipientId: null, userId } },
    createDocumentUpload: { body: { contentType: 'application/pdf', size: 1000 } },
    createPhotoUpload: { body: { contentType: 'image/png', size: 1000 } },
    receiveUpload: { params: { '*': fileUrl }, query: { token: 'none' } },
    createDocument: {
      body: {
        loanId,
        filename: 'Appraisal.pdf',
        fileType: 'application/pdf',
        fileUrl,
        batchId: id,
      },
    },
    deleteDocument: { params: { id } },
    createPhoto: { body: { loanId, filename: 'Front.png', fileUrl, caption: 'From the street' } },
    updatePhoto: { params: { id }, body: { filename: 'Front.png', caption: '', isCover: 'true' } },
    deletePhoto: { params: { id } },
    listNotifications: { query: { limit: '5', cursor: '' } },
    markNotificationRead: { params: { id } },
    listUsers: { query: { search: 'ada', mayCommit: 'true', limit: '5', cursor: '' } },
    listPendingUsers: { query: { limit: '5', cursor: '' } },
    updateUser: {
      params: { id: userId },
      body: { ...names, email: 'ada@example.com', isAdmin: 'false', isApproved: 'true' },
    },
    listBoundLoans: { params: { id: userId } },
    deleteUser: { params: { id: userId }, query: { isPending: 'false', outcome: 'deleted' } },
    reactivateUser: { params: { id: userId } },
    createResetLink: { params: { id: userId } },
    signOutUser: { params: { id: userId } },
    resetTwoFactor: { params: { id: userId } },
    listMails: { query: { state: 'queued', limit: '5', cursor: '' } },
    resendMail: { params: { id } },
    createInvitations: { body: { emails: ['invited@quay.example'] } },
    listInvitations: { query: { limit: '5', cursor: '' } },
    deleteInvitation: { params: { id } },
    acceptTerms: { body: { version: '2026-11-23' } },
    listLegalVersions: { query: { kind: 'terms', limit: '5', cursor: '' } },
    publishLegalText: { body: { kind: 'terms', text: '# Ours' } },
    updateSetup: { body: { isHidden: 'true', worksWithoutEmail: 'true' } },
    // Their bodies are files.
    previewImport: { query: { kind: 'loans', columns: 'title', skipKnown: 'true' } },
    importLoans: { query: { columns: 'title', filename: 'loans.csv' } },
    importLenders: { query: { isApproved: 'true', filename: 'lenders.csv' } },
    updateCompany: { body: { name: 'Quay Bank' } },
    listAudit: {
      query: {
        kind: 'loanCreated',
        person: 'cole',
        loan: 'pier',
        from: '2026-01-01',
        to: '2026-12-31',
        signIns: 'hidden',
        limit: '5',
        cursor: '',
      },
    },
    exportAudit: {
      query: { kind: 'auditExported', person: 'cole', loan: 'pier', from: '2026-01-01', to: '' },
    },
    approveUser: { params: { id: userId } },
  }
  return inputs[name] ?? {}
}
