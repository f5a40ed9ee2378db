import { pages } from '#contract/pages.ts'
import type { Notification } from './shapes.ts'

/**
 * Returns the page that a notification or its email links to: the receipt, the loan, the profile, the firm, or a tab of
 * the administrator panel. Returns null if there is no such page, for example after the loan was deleted.
 */
export function notificationTarget(
  { type, receiptId, relatedLoanId, relatedUserId }: ToOpen,
  isAdmin: boolean,
): string | null {
  if (type === 'accountSecurity') return pages.profile
  if (type === 'firmMemberJoined') return pages.firm
  if (receiptId) return pages.receipt.replace(':id', receiptId)
  if (relatedLoanId) return pages.loan.replace(':id', relatedLoanId)
  if (isAdmin && type === 'registration')
    return `${pages.admin}?tab=pending${relatedUserId ? `&user=${relatedUserId}` : ''}`
  if (isAdmin && relatedUserId) return `${pages.admin}?tab=users`
  return type === 'approved' ? pages.loans : null
}
type ToOpen = Pick<Notification, 'type' | 'receiptId' | 'relatedLoanId' | 'relatedUserId'>
