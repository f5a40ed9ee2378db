import type { AdminToday, Today } from '#contract/desk/today.ts'
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

type AskOfLender = 'openOffers' | 'openTerms' | 'dueMoney' | 'firmable'

/** What a notification asks of a lender, as a part of Today. */
export const asksOfLender: Partial<Record<Notification['type'], AskOfLender>> = {
  allocated: 'openOffers',
  offerSoon: 'openOffers',
  termsProposed: 'openTerms',
  termsSoon: 'openTerms',
  instructionsReady: 'dueMoney',
  instructionsChanged: 'dueMoney',
  deadlineSoon: 'firmable',
}

/** True if a lender hasn't done yet what the notification asks for. */
export function awaitsLender(
  notification: Notification,
  today: Pick<Today, AskOfLender> | undefined,
): boolean {
  const ask = asksOfLender[notification.type]
  return (
    ask !== undefined &&
    isDue<{ loanId: string }>(
      notification,
      today?.[ask],
      ({ loanId }) => loanId === notification.relatedLoanId,
    )
  )
}

export interface Decisions {
  count: number
  /** The time of the earliest one, or null if there is none. */
  firstDue: string | null
}

/** Counts the answers and payments that Today lists and that none of the listed notifications asks for. */
export function unlistedDecisions(
  listed: readonly Notification[],
  today: Pick<Today, Exclude<AskOfLender, 'firmable'>> | undefined,
): Decisions {
  if (!today) return { count: 0, firstDue: null }
  const { openOffers, openTerms, dueMoney } = today
  const dated = [
    ...openOffers.items.map(({ loanId, respondBy: at }) => ({ ask: 'openOffers', loanId, at })),
    ...openTerms.items.map(({ loanId, respondBy: at }) => ({ ask: 'openTerms', loanId, at })),
    ...dueMoney.items.map(({ loanId, dueAt: at }) => ({ ask: 'dueMoney', loanId, at })),
  ]
  const isListed = ({ ask, loanId }: { ask: string; loanId: string }) =>
    listed.some(({ type, relatedLoanId }) => asksOfLender[type] === ask && relatedLoanId === loanId)
  const [firstDue = null] = dated
    .filter((each) => !isListed(each))
    .map(({ at }) => at)
    .toSorted()
  const asked = listed.filter(({ type }) => type in asksOfLender && type !== 'deadlineSoon').length
  return { count: openOffers.count + openTerms.count + dueMoney.count - asked, firstDue }
}

/** True if no administrator has done yet what the notification asks for. */
export function awaitsAdministrator(
  notification: Notification,
  today: Pick<AdminToday, 'questions' | 'accessRequests'> | undefined,
): boolean {
  const { type, canApprove, relatedLoanId, relatedUserId } = notification
  if (type === 'question')
    return isDue(
      notification,
      today?.questions,
      ({ loanId, lenderId }) => loanId === relatedLoanId && lenderId === relatedUserId,
    )
  if (type === 'accessAsked')
    return isDue(notification, today?.accessRequests, ({ loanId }) => loanId === relatedLoanId)
  return canApprove === 'true'
}

/** Today lists only a few tasks of a kind. If there are more, an unread notification counts as one of them. */
function isDue<Item>(
  { isRead }: Notification,
  part: { items: readonly Item[]; count: number } | undefined,
  isAsked: (item: Item) => boolean,
): boolean {
  if (!part) return false
  return part.items.some(isAsked) || (part.count > part.items.length && isRead === 'false')
}

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
export function stepOfAdministrator(notification: Notification): NextStep | null {
  const { type, receiptId, relatedUserId: lenderId } = notification
  const { relatedLoanId: loanId, relatedLoanTitle: title } = notification
  if (type === 'firmMemberJoined') return { label: 'Your Firm', href: paths.firm() }
  if (!loanId || title === null || receiptId) return null
  if (type === 'accessAsked')
    return { label: 'Admit or Decline', href: `${paths.loan(loanId)}#audience` }
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
