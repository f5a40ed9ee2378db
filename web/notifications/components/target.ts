import type { Notification } from '#contract/notifications/shapes.ts'
import { paths } from '#web/paths.ts'

/**
 * Where a notification leads: to its loan or to the own profile, else, for an administrator, to where
 * its person is looked after. Null when there is nothing to go to, such as a loan that was removed.
 */
export function notificationTarget(
  { type, relatedLoanId, relatedUserId }: Notification,
  isAdmin: boolean,
): string | null {
  if (type === 'accountSecurity') return paths.profile()
  if (relatedLoanId) return paths.loan(relatedLoanId)
  if (isAdmin && type === 'registration') return `${paths.admin()}?tab=pending`
  if (isAdmin && relatedUserId) return `${paths.admin()}?tab=users`
  // The first thing to do with an account that was opened.
  return type === 'approved' ? paths.loans() : null
}
