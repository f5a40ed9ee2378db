import type { Notification } from '#contract/notifications/shapes.ts'
import { paths } from '#web/paths.ts'

/**
 * What a notification links to: its receipt, its loan or the user's profile, or else, for an administrator, the tab
 * that manages its person. Null when there is nothing to open, such as a removed loan.
 */
export function notificationTarget(
  { type, receiptId, relatedLoanId, relatedUserId }: Notification,
  isAdmin: boolean,
): string | null {
  if (type === 'accountSecurity') return paths.profile()
  if (receiptId) return paths.receipt(receiptId)
  if (relatedLoanId) return paths.loan(relatedLoanId)
  if (isAdmin && type === 'registration') return `${paths.admin()}?tab=pending`
  if (isAdmin && relatedUserId) return `${paths.admin()}?tab=users`
  // A newly approved lender first looks at the loans.
  return type === 'approved' ? paths.loans() : null
}
