export const auditKindsByTopic = {
  'Signing in': {
    signedIn: 'Signed in',
    signInFailed: 'Sign-in failed',
    signedOut: 'Signed out',
    sessionEnded: 'Sign-in ended',
    registered: 'Registered',
    termsAccepted: 'Terms accepted',
    passwordChanged: 'Password changed',
    passwordResetRequested: 'Reset link requested',
    resetLinkMade: 'Reset link created',
    passwordReset: 'Password reset by link',
    twoFactorOn: 'Two-factor sign-in turned on',
    twoFactorOff: 'Two-factor sign-in turned off',
    recoveryCodesMade: 'Recovery codes created',
    recoveryCodeUsed: 'Recovery code used',
    calendarAddressMade: 'Calendar address created',
    calendarAddressRevoked: 'Calendar address turned off',
  },
  People: {
    accountChanged: 'Account details changed',
    approved: 'Approved',
    approvalWithdrawn: 'Approval withdrawn',
    roleChanged: 'Role changed',
    deactivated: 'Deactivated',
    reactivated: 'Reactivated',
    accountDeleted: 'Account deleted',
    invited: 'Invited',
    invitationChanged: 'Invitation changed',
    invitationWithdrawn: 'Invitation withdrawn',
    lendersImported: 'Lenders imported',
    firmCreated: 'Firm created',
    firmChanged: 'Firm changed',
    firmJoined: 'Joined a firm',
    firmMoved: 'Moved to another firm',
    firmRoleChanged: 'Role in the firm changed',
    firmDeactivated: 'Firm deactivated',
    firmReactivated: 'Firm reactivated',
  },
  Loans: {
    loanCreated: 'Loan created',
    loansImported: 'Loans imported',
    loanChanged: 'Loan changed',
    termsChanged: 'Terms changed',
    loanPublished: 'Loan published',
    loanUnpublished: 'Loan returned to draft',
    loanDeleted: 'Loan deleted',
    audienceChanged: 'Audience changed',
    firmAdmitted: 'Firm admitted',
    admissionEnded: 'Admission ended',
    accessAsked: 'Access requested',
    accessRequestWithdrawn: 'Request for access withdrawn',
    accessGranted: 'Access granted',
    accessRefused: 'Access refused',
  },
  Commitments: {
    commitmentMade: 'Commitment made',
    commitmentChanged: 'Commitment changed',
    commitmentWithdrawn: 'Commitment withdrawn',
    commitmentMadeBinding: 'Commitment made binding',
    commitmentReleased: 'Commitment released',
    lenderPassed: 'Passed on the loan',
    passTakenBack: 'Pass taken back',
    centsPlaced: 'Cents placed',
    centsTakenBack: 'Cents taken back',
    receiptKeyReplaced: 'Receipt key replaced',
  },
  Deal: {
    dealSettingsChanged: 'Deal settings changed',
    holdSet: 'Hold set',
    allocationSaved: 'Allocation saved',
    allocationDeleted: 'Allocation deleted',
    allocationApproved: 'Allocation approved',
    allocationPublished: 'Allocation published',
    allocationEnded: 'Allocation ended',
    roundMoved: 'Time to answer moved',
    offerAccepted: 'Offer accepted',
    offerDeclined: 'Offer declined',
    commitmentLapsed: 'Commitment lapsed',
    letterDownloaded: 'Letter downloaded',
    termsProposed: 'Terms proposed',
    termsConfirmed: 'Terms confirmed',
    termsDeclined: 'Terms declined',
    termsApplied: 'Terms applied',
    termsCanceled: 'Terms canceled',
    bookClosed: 'Book closed',
    bookReopened: 'Book reopened',
    registerExported: 'Register exported',
    certificateDownloaded: 'Certificate downloaded',
  },
  Files: {
    documentAdded: 'Document added',
    documentViewed: 'Document viewed',
    documentDownloaded: 'Document downloaded',
    documentChanged: 'Document changed',
    documentDeleted: 'Document deleted',
    photoAdded: 'Photo added',
    photoChanged: 'Photo changed',
    photoDeleted: 'Photo deleted',
    bookExported: 'Book exported',
    auditExported: 'Audit trail exported',
  },
  Settings: {
    companyChanged: 'Company details changed',
    exposureLimitsChanged: 'Exposure limits changed',
    legalTextPublished: 'Legal text published',
    importProfileSaved: 'Import profile saved',
    importProfileDeleted: 'Import profile deleted',
    sampleRemoved: 'Sample data removed',
  },
} as const

type Topics = typeof auditKindsByTopic
export type AuditKind = { [Topic in keyof Topics]: keyof Topics[Topic] }[keyof Topics]

const named = Object.values(auditKindsByTopic).flatMap((kinds) => Object.entries(kinds))

export const auditKinds = named.map(([kind]) => kind) as [AuditKind, ...AuditKind[]]

export const auditKindNames = Object.fromEntries(named) as Record<AuditKind, string>

/** Routine entries. Users can hide them to see changes to loans and people more easily. */
export const signInKinds = [
  'signedIn',
  'signInFailed',
  'signedOut',
  'sessionEnded',
] as const satisfies AuditKind[]

/** Actions that change the amounts of many commitments. Their entries list each commitment's amount. */
export const amountMovingKinds = [
  'termsChanged',
  'centsPlaced',
  'centsTakenBack',
] as const satisfies AuditKind[]

export const signInFailures: Record<string, string> = {
  password: 'Wrong password',
  deactivated: 'Right password of a deactivated account',
  code: 'Right password, wrong code',
  codeMissing: 'Right password, no code',
}
