import type { Notification } from '#contract/notifications/shapes.ts'
import { notificationTarget } from '#contract/notifications/target.ts'
import { paths } from '#web/addresses/paths.ts'

interface LoanAct {
  label: string
  /** The part of the loan's page. */
  section?: string
}

const loanActs: Partial<Record<Notification['type'], LoanAct>> = {
  documentAdded: { label: 'Documents', section: 'documents' },
  reply: { label: 'Answer', section: 'messages' },
  announcement: { label: 'Messages', section: 'messages' },
  termsChanged: { label: 'Review Terms' },
}

/** Returns the next act of a lender who reads the notification, or null if it leads nowhere. */
export function actOn(notification: Notification): { label: string; href: string } | null {
  const { type, relatedLoanId: loanId, relatedLoanTitle, receiptId } = notification
  const target = notificationTarget(notification, false)
  const isUnseen = loanId !== null && relatedLoanTitle === null && receiptId === null
  if (target === null || isUnseen) return null
  if (type === 'accountSecurity') return { label: 'Open Profile', href: target }
  if (receiptId) return { label: 'Receipt', href: target }
  if (!loanId) return { label: 'Browse Loans', href: target }
  const { label, section }: LoanAct = loanActs[type] ?? { label: 'Open Loan' }
  return { label, href: section ? `${paths.loan(loanId)}#${section}` : target }
}
