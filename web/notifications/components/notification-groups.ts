import type { Notification } from '#contract/notifications/shapes.ts'
import { groupBy } from '#domain/groups.ts'
import { toLocalDay } from '#web/time/timestamps.ts'
import { asksOfLender } from './next-steps.ts'

export interface NotificationGroup {
  /** The loan, or null if the notification isn't about a loan. */
  loan: { id: string; title: string } | null
  notifications: Notification[]
}

export interface NotificationDay {
  /** The day in the browser's time zone, for example "2026-11-20". */
  day: string
  groups: NotificationGroup[]
}

/**
 * Groups notifications by day (newest first) and loan (by newest notification). Only a group with several notifications
 * about one loan has a heading.
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

/** The id of each loan's newest notification, from a list that is newest first. */
export function newestOfLoans(notifications: readonly Notification[]): Set<string> {
  const loans = groupBy(notifications, ({ relatedLoanId }) => relatedLoanId)
  return new Set([...loans.values()].map(([first]) => first.id))
}

/** The newest of the notifications that ask for the same, so that a reminder takes the place of the question. */
export function newestOfAsks(notifications: readonly Notification[]): Notification[] {
  const asks = groupBy(notifications, ({ type, relatedLoanId, relatedUserId }) =>
    [asksOfLender[type] ?? type, relatedLoanId, relatedUserId].join(),
  )
  return [...asks.values()].map(([newest]) => newest)
}

/** Returns "Today", "Yesterday", or the formatted date. */
export function nameDay(day: string, today: Date, formatDay: (day: string) => string): string {
  if (day === toLocalDay(today)) return 'Today'
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  return day === toLocalDay(yesterday) ? 'Yesterday' : formatDay(day)
}
