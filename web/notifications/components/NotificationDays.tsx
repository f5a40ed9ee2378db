import type { Notification } from '#contract/notifications/shapes.ts'
import { formatShortDay } from '#domain/days.ts'
import { dayAt } from '#domain/time-zone.ts'
import { paths } from '#web/addresses/paths.ts'
import { useSession } from '#web/session.ts'
import { formatDay } from '#web/time/timestamps.ts'
import { cx } from '#web/ui/cx.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import {
  groupNotifications,
  nameDay,
  newestOfAsks,
  newestOfLoans,
  type NotificationGroup,
} from './notification-groups.ts'
import { NotificationItem } from './NotificationItem.tsx'
import type { Decisions } from './next-steps.ts'
import type { Awaited } from './use-awaited.ts'

export interface NotificationDaysProps {
  notifications: Notification[]
  awaited: Awaited
  /**
   * Returns the next act on a loan. It is shown once, with the loan's first notification in the list, unless that is an
   * announcement, which is to be read.
   */
  loanAct?: ((loanId: string) => ReactNode) | undefined
  /** Called after an act that takes a notification from what waits to the news. */
  keepFocus: () => void
}

/** Lists what waits for the user first, whatever its day. All other notifications are news. */
export function NotificationDays({
  notifications,
  awaited: { isAwaited, unlisted },
  loanAct,
  keepFocus,
}: NotificationDaysProps) {
  const { role } = useSession()
  const awaited = newestOfAsks(notifications.filter(isAwaited))
  const news = notifications.filter((each) => !awaited.includes(each))
  const first = newestOfLoans([...awaited, ...news])
  const actOn = ({ id, type, relatedLoanId }: Notification) =>
    first.has(id) && relatedLoanId && type !== 'announcement' ? loanAct?.(relatedLoanId) : undefined
  const others = unlisted(awaited)
  const waiting = role === 'viewer' ? 'Waiting for Your Firm' : 'Waiting for You'
  return (
    <>
      {(awaited.length > 0 || others.count > 0) && (
        <Part name={waiting} isAwaited>
          <ul role="list" aria-label={`Notifications, ${waiting}`} className="divide-y">
            {awaited.map((each) => (
              <NotificationItem
                key={each.id}
                notification={each}
                keepFocusOfList={keepFocus}
                loanAct={actOn(each)}
              />
            ))}
          </ul>
          {others.count > 0 && (
            <p className={cx('px-4.5 py-2.5', awaited.length > 0 && 'border-t')}>
              <Unlisted {...others} more={awaited.length > 0 ? ' more' : ''} />
            </p>
          )}
        </Part>
      )}
      {groupNotifications(news).map(({ day, groups }) => {
        const name = nameDay(day, new Date(), formatDay)
        return (
          <Part key={day} name={name}>
            <div className="divide-y">
              {groups.map((group) => (
                <Group key={keyOf(group)} group={group} day={name} actOn={actOn} />
              ))}
            </div>
          </Part>
        )
      })}
    </>
  )
}

/** Leads to decisions that no listed notification asks for, such as those of the sample portfolio. */
export const Unlisted = ({ count, firstDue, more = '' }: Decisions & { more?: string }) => (
  <>
    {count}
    {more} {count === 1 ? 'decision waits' : 'decisions wait'} on{' '}
    <Link
      href={paths.commitments()}
      className="font-medium text-foreground underline underline-offset-4"
    >
      My Commitments
    </Link>
    {firstDue &&
      `, ${count === 1 ? 'due' : 'the first due'} ${formatShortDay(dayAt(new Date(firstDue)))}`}
  </>
)

interface PartProps {
  name: string
  isAwaited?: boolean
  children: ReactNode
}

const Part = ({ name, isAwaited = false, children }: PartProps) => (
  <section aria-label={name}>
    <h3
      className={cx(
        'border-y px-4.5 py-1.5 text-xs font-medium',
        isAwaited ? 'bg-warning-soft text-warning' : 'bg-muted text-muted-foreground',
      )}
    >
      {name}
    </h3>
    {children}
  </section>
)

/**
 * The key contains the loan's id instead of the newest notification's. Otherwise, a new notification would mount the
 * group again, and the group would lose focus.
 */
const keyOf = ({ notifications: [first] }: NotificationGroup) => first?.relatedLoanId ?? first?.id

interface GroupProps {
  group: NotificationGroup
  day: string
  actOn: (notification: Notification) => ReactNode
}

function Group({ group: { loan, notifications }, day, actOn }: GroupProps) {
  return (
    <div>
      {loan && (
        <h4 className="px-4.5 pt-2.5 pb-1.5">
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
      )}
      {/* Safari doesn't treat a list without bullets as a list unless it has an explicit role. */}
      <ul role="list" aria-label={`Notifications, ${day}${loan ? `, ${loan.title}` : ''}`}>
        {notifications.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            loanAct={actOn(notification)}
          />
        ))}
      </ul>
    </div>
  )
}
