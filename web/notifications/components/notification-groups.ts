/** Groups a list of notifications by day and loan. */
import type { Notification } from '#contract/notifications/shapes.ts'
import { groupBy } from '#domain/groups.ts'
import { toLocalDay } from '#web/time/timestamps.ts'

export interface NotificationGroup {
  /** Null for what is about no loan. */
  loan: { id: string; title: string } | null
  notifications: Notification[]
}

export interface NotificationDay {
  /** In the reader's time zone, "2026-11-20". */
  day: string
  groups: NotificationGroup[]
}

/**
 * Days, newest first; in each its loans, by their newest notification. What is about no loan, or the only thing on
 * its loan that day, is a group without a loan: its message names it.
 */
export function groupNotifications(notifications: readonly Notification[]): NotificationDay[] {
  const days = groupBy(notifications, ({ createdAt }) => toLocalDay(new Date(createdAt)))
  return [...days].map(([day, ofDay]) => {
    const subjects = groupBy(ofDay, ({ id, relatedLoanId }) => relatedLoanId ?? id)
    return { day, groups: [...subjects.values()].map(toGroup) }
  })
}

function toGroup(notifications: Notification[]): NotificationGroup {
  const [{ relatedLoanId: id, relatedLoanTitle: title } = { relatedLoanId: null }] = notifications
  return {
    loan: id && title && notifications.length > 1 ? { id, title } : null,
    notifications,
  }
}

/** "Today", "Yesterday", or the day as elsewhere. */
export function nameDay(day: string, today: Date, formatDay: (day: string) => string): string {
  if (day === toLocalDay(today)) return 'Today'
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  return day === toLocalDay(yesterday) ? 'Yesterday' : formatDay(day)
}
