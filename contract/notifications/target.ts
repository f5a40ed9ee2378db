import { pages } from '#contract/pages.ts'
import type { Notification } from './shapes.ts'

/**
 * The address that a notification leads to, on screen and by email: its receipt, its loan or the user's profile, or
 * else, for an administrator, the tab that manages its person. Null when there is nothing to open, such as a removed
 * loan.
 */
export function notificationTarget(
  { type, receiptId, relatedLoanId, relatedUserId }: ToOpen,
  isAdmin: boolean,
): string | null {
  if (type === 'accountSecurity') return pages.profile
  if (receiptId) return pages.receipt.replace(':id', receiptId)
  if (relatedLoanId) return pages.loan.replace(':id', relatedLoanId)
  if (isAdmin && type === 'registration') return `${pages.admin}?tab=pending`
  if (isAdmin && relatedUserId) return `${pages.admin}?tab=users`
  // A newly approved lender first looks at the loans.
  return type === 'approved' ? pages.loans : null
}
type ToOpen = Pick<Notification, 'type' | 'receiptId' | 'relatedLoanId' | 'relatedUserId'>
