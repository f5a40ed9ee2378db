import type { Notification } from '#contract/notifications/shapes.ts'
import { paths } from '#web/addresses/paths.ts'
import { formatDay } from '#web/time/timestamps.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import {
  groupNotifications,
  nameDay,
  newestOfLoans,
  type NotificationGroup,
} from './notification-groups.ts'
import { NotificationItem } from './NotificationItem.tsx'

export interface NotificationDaysProps {
  notifications: Notification[]
  /** Returns the next act on a loan. It is shown once, with the loan's newest notification. */
  loanAct?: ((loanId: string) => ReactNode) | undefined
}

export function NotificationDays({ notifications, loanAct }: NotificationDaysProps) {
  const newest = newestOfLoans(notifications)
  return groupNotifications(notifications).map(({ day, groups }) => {
    const name = nameDay(day, new Date(), formatDay)
    return (
      <section key={day} aria-label={name}>
        <h3 className="border-y bg-muted px-4.5 py-1.5 text-xs font-medium text-muted-foreground">
          {name}
        </h3>
        <div className="divide-y">
          {groups.map((group) => (
            <Group
              key={keyOf(group)}
              group={group}
              day={name}
              loanAct={group.notifications.some(({ id }) => newest.has(id)) ? loanAct : undefined}
            />
          ))}
        </div>
      </section>
    )
  })
}

/**
 * The key contains the loan's id instead of the newest notification's. Otherwise, a new notification would mount the
 * group again, and the group would lose focus.
 */
const keyOf = ({ notifications: [first] }: NotificationGroup) => first?.relatedLoanId ?? first?.id

interface GroupProps {
  group: NotificationGroup
  day: string
  loanAct: NotificationDaysProps['loanAct']
}

function Group({ group: { loan, notifications }, day, loanAct }: GroupProps) {
  const loanId = notifications[0]?.relatedLoanId
  const act = loanId && loanAct?.(loanId)
  return (
    <div>
      {loan && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 px-4.5 pt-2.5 pb-1.5">
          <h4 className="min-w-0 flex-1 basis-48">
            <Link
              href={paths.loan(loan.id)}
              className="mr-2 font-semibold underline-offset-4 wrap-anywhere hover:underline max-md:inline-block max-md:py-1.5"
            >
              {loan.title}
            </Link>
            <span className="text-[0.8125rem] whitespace-nowrap text-muted-foreground">
              {notifications.length} notifications
            </span>
          </h4>
          {act}
        </div>
      )}
      {/* Safari doesn't treat a list without bullets as a list unless it has an explicit role. */}
      <ul role="list" aria-label={`Notifications, ${day}${loan ? `, ${loan.title}` : ''}`}>
        {notifications.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            loanAct={loan ? undefined : act}
          />
        ))}
      </ul>
    </div>
  )
}
