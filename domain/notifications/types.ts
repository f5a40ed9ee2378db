/**
 * Types of notifications for administrators. Some are also sent to the lender if an administrator acted on the lender's
 * behalf.
 */
export const administratorsTypes = [
  'registration',
  'commitmentMade',
  'commitmentChanged',
  'commitmentWithdrawn',
  'commitmentMadeBinding',
  'lenderPassed',
  'accessAsked',
  'question',
  'loanFullyCommitted',
  'offerAnswered',
  'deadlinePassed',
  'termsAnswered',
  'calledBack',
  'allFundsReceived',
  'takenOver',
] as const

export const notificationTypes = [
  ...administratorsTypes,
  'approved',
  'firmMemberJoined',
  'newLoan',
  'documentAdded',
  'reply',
  'announcement',
  'termsChanged',
  'amountRounded',
  'receipt',
  'commitmentRecorded',
  'commitmentReleased',
  'loanRemoved',
  'accessGranted',
  'accessRefused',
  'deadlineSoon',
  'allocated',
  'offerSoon',
  'offerEnded',
  'termsProposed',
  'termsSoon',
  'termsApplied',
  'termsCancelled',
  'commitmentLapsed',
  'bookClosed',
  'bookReopened',
  'instructionsReady',
  'instructionsChanged',
  'fundsReceived',
  'receiptReversed',
  'registerChanged',
  // Types of notifications for an account's owner after another user changes the account's credentials.
  'accountSecurity',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** The notification types that are emailed in batches. Users can turn these emails off. */
export type BatchedType = Exclude<NotificationType, 'accountSecurity'>

/** The types about a loan that its readers as a teaser get. All others are about what a teaser doesn't show. */
export const typesOfTeasers: readonly BatchedType[] = ['newLoan', 'accessRefused']

/** The types about the position, questions and requests of the reader's firm. They stay with the firm. */
export const typesOfFirms: readonly BatchedType[] = [
  'firmMemberJoined',
  'reply',
  'termsChanged',
  'amountRounded',
  'receipt',
  'commitmentRecorded',
  'commitmentWithdrawn',
  'commitmentMadeBinding',
  'commitmentReleased',
  'loanRemoved',
  'accessGranted',
  'accessRefused',
  'allocated',
  'offerSoon',
  'offerAnswered',
  'offerEnded',
  'termsProposed',
  'termsSoon',
  'termsAnswered',
  'termsApplied',
  'termsCancelled',
  'commitmentLapsed',
  'bookClosed',
  'bookReopened',
  'instructionsReady',
  'instructionsChanged',
  'fundsReceived',
  'receiptReversed',
  'registerChanged',
  'takenOver',
]

/** The types about decisions. A firm's viewers, who can't decide, don't get them. */
export const typesOfDecisions: readonly BatchedType[] = [
  'termsChanged',
  'allocated',
  'offerSoon',
  'offerEnded',
  'termsProposed',
  'termsSoon',
  'termsCancelled',
  'instructionsReady',
  'instructionsChanged',
]

export const notificationHeadings: Record<BatchedType, { one: string; many: string }> = {
  registration: { one: 'A lender awaits approval', many: 'Lenders await approval' },
  commitmentMade: { one: 'A commitment was made', many: 'Commitments were made' },
  commitmentChanged: {
    one: 'A soft commitment was changed',
    many: 'Soft commitments were changed',
  },
  commitmentWithdrawn: {
    one: 'A soft commitment was withdrawn',
    many: 'Soft commitments were withdrawn',
  },
  commitmentMadeBinding: {
    one: 'A soft commitment became binding',
    many: 'Soft commitments became binding',
  },
  lenderPassed: { one: 'A lender passed on a loan', many: 'Lenders passed on loans' },
  accessAsked: { one: 'A lender asks for access', many: 'Lenders ask for access' },
  question: { one: 'A lender asks', many: 'Lenders ask' },
  loanFullyCommitted: { one: 'A loan is fully committed', many: 'Loans are fully committed' },
  approved: { one: 'Your account was approved', many: 'Your account was approved' },
  firmMemberJoined: { one: 'A colleague joined your firm', many: 'Colleagues joined your firm' },
  newLoan: { one: 'A new loan is open to lenders', many: 'New loans are open to lenders' },
  documentAdded: { one: 'A document was added', many: 'Documents were added' },
  reply: { one: 'Your question was answered', many: 'Your questions were answered' },
  announcement: { one: 'An announcement on a loan', many: 'Announcements on loans' },
  termsChanged: { one: 'The terms of a loan changed', many: 'The terms of loans changed' },
  amountRounded: {
    one: 'The cents of your amount changed',
    many: 'The cents of your amounts changed',
  },
  receipt: { one: 'Your receipt', many: 'Your receipts' },
  commitmentRecorded: {
    one: 'A commitment was recorded for you',
    many: 'Commitments were recorded for you',
  },
  commitmentReleased: {
    one: 'A commitment of yours was released',
    many: 'Commitments of yours were released',
  },
  accessGranted: { one: 'You have access to a loan', many: 'You have access to loans' },
  accessRefused: {
    one: 'A request for access was refused',
    many: 'Requests for access were refused',
  },
  offerAnswered: { one: 'An offer was answered', many: 'Offers were answered' },
  deadlinePassed: { one: 'A commitment deadline passed', many: 'Commitment deadlines passed' },
  deadlineSoon: { one: 'A commitment deadline is near', many: 'Commitment deadlines are near' },
  allocated: { one: 'Your allocation', many: 'Your allocations' },
  offerSoon: { one: 'Your offer ends soon', many: 'Your offers end soon' },
  offerEnded: { one: 'Your offer changed', many: 'Your offers changed' },
  loanRemoved: { one: 'A loan was removed', many: 'Loans were removed' },
  termsProposed: { one: 'New terms await your answer', many: 'New terms await your answers' },
  termsSoon: { one: 'Your time to confirm ends soon', many: 'Your times to confirm end soon' },
  termsAnswered: { one: 'New terms were answered', many: 'New terms were answered' },
  termsApplied: { one: 'New terms are in effect', many: 'New terms are in effect' },
  termsCancelled: { one: 'Proposed terms were canceled', many: 'Proposed terms were canceled' },
  commitmentLapsed: {
    one: 'A commitment of yours lapsed',
    many: 'Commitments of yours lapsed',
  },
  bookClosed: { one: 'The book of a loan was closed', many: 'The books of loans were closed' },
  bookReopened: {
    one: 'The book of a loan was reopened',
    many: 'The books of loans were reopened',
  },
  instructionsReady: {
    one: 'Funding instructions are ready',
    many: 'Funding instructions are ready',
  },
  instructionsChanged: {
    one: 'Funding instructions changed',
    many: 'Funding instructions changed',
  },
  calledBack: {
    one: 'A lender verified the instructions',
    many: 'Lenders verified the instructions',
  },
  fundsReceived: { one: 'We received your money', many: 'We received your money' },
  receiptReversed: {
    one: 'A receipt of your money was reversed',
    many: 'Receipts of your money were reversed',
  },
  allFundsReceived: { one: 'All money of a loan has come', many: 'All money of loans has come' },
  takenOver: { one: 'A share was taken over', many: 'Shares were taken over' },
  registerChanged: {
    one: 'Your line of a register changed',
    many: 'Your lines of registers changed',
  },
}
