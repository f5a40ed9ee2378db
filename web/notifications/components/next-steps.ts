import type { Notification } from '#contract/notifications/shapes.ts'
import { notificationTarget } from '#contract/notifications/target.ts'
import { paths } from '#web/addresses/paths.ts'

export interface NextStep {
  label: string
  href: string
}

interface LoanStep {
  label: string
  /** The part of the loan's page. */
  section?: string
}

const loanSteps: Partial<Record<Notification['type'], LoanStep>> = {
  documentAdded: { label: 'Documents', section: 'documents' },
  reply: { label: 'Read Answer', section: 'messages' },
  announcement: { label: 'Messages', section: 'messages' },
  termsChanged: { label: 'Review Terms' },
  termsProposed: { label: 'Answer' },
  termsSoon: { label: 'Answer' },
  termsApplied: { label: 'Review Terms' },
  allocated: { label: 'Answer', section: 'allocation' },
  offerSoon: { label: 'Answer', section: 'allocation' },
  bookClosed: { label: 'Participation', section: 'participation' },
  registerChanged: { label: 'Participation', section: 'participation' },
  instructionsReady: { label: 'Instructions', section: 'own-funding' },
  instructionsChanged: { label: 'Instructions', section: 'own-funding' },
  fundsReceived: { label: 'Funding', section: 'own-funding' },
  receiptReversed: { label: 'Funding', section: 'own-funding' },
}

/** The types of notifications by which a lender is asked for an answer. */
export const asksForAnswer: readonly Notification['type'][] = [
  ...(['termsProposed', 'termsSoon', 'allocated', 'offerSoon'] as const),
]

/** Returns the next step of a lender who reads the notification, or null if it leads nowhere. */
export function stepOfLender(notification: Notification): NextStep | null {
  const { type, relatedLoanId: loanId, relatedLoanTitle, receiptId } = notification
  const target = notificationTarget(notification, false)
  const isUnseen = loanId !== null && relatedLoanTitle === null && receiptId === null
  if (target === null || isUnseen) return null
  if (type === 'accountSecurity') return { label: 'Open Profile', href: target }
  if (type === 'firmMemberJoined') return { label: 'Your Firm', href: target }
  if (receiptId) return { label: 'Receipt', href: target }
  if (!loanId) return { label: 'Browse Loans', href: target }
  const { label, section }: LoanStep = loanSteps[type] ?? { label: 'Open Loan' }
  return { label, href: section ? `${paths.loan(loanId)}#${section}` : target }
}

const aboutBook: readonly Notification['type'][] = [
  ...(['commitmentMade', 'commitmentChanged', 'commitmentWithdrawn'] as const),
  ...(['commitmentMadeBinding', 'lenderPassed'] as const),
]

const aboutFunding: readonly Notification['type'][] = [
  ...(['calledBack', 'allFundsReceived', 'takenOver'] as const),
]

/** Returns the next step of an administrator on a notification about a loan. Registrations have an Approve button. */
export function stepOfAdministrator({
  type,
  relatedLoanId: loanId,
  relatedLoanTitle: title,
  relatedUserId: lenderId,
  receiptId,
}: Notification): NextStep | null {
  if (type === 'firmMemberJoined') return { label: 'Your Firm', href: paths.firm() }
  if (!loanId || title === null || receiptId) return null
  if (type === 'accessAsked') return { label: 'Answer', href: `${paths.loan(loanId)}#audience` }
  if (type === 'question')
    return { label: 'Answer', href: `${paths.loan(loanId)}?to=${lenderId}#messages` }
  if (type === 'offerAnswered' || type === 'deadlinePassed' || type === 'termsAnswered')
    return { label: 'Deal Desk', href: paths.deal(loanId) }
  if (aboutFunding.includes(type))
    return { label: 'Funding', href: `${paths.deal(loanId)}#funding` }
  return aboutBook.includes(type)
    ? { label: 'Open Book', href: paths.book(loanId) }
    : { label: 'Open Loan', href: paths.loan(loanId) }
}
