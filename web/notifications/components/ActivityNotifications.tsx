import { Bell, CheckCheck } from 'lucide-react'
import { call, endpointQuery, endpointPages } from '#web/api/client.ts'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { NotificationDays, type NotificationDaysProps } from './NotificationDays.tsx'

export function ActivityNotifications({ loanAct }: Pick<NotificationDaysProps, 'loanAct'>) {
  const title = useRef<HTMLHeadingElement>(null)
  const query = useInfiniteQuery({ ...notificationPagesQuery, refetchOnMount: 'always' })
  return (
    <Card as="section" aria-labelledby="activity-notifications" className="overflow-hidden">
      <CardHeader
        className="min-h-17 items-center! pb-4"
        action={<MarkAllRead onDone={() => title.current?.focus()} />}
      >
        <CardTitle ref={title} id="activity-notifications" tabIndex={-1} className="outline-none">
          Activity Notifications
        </CardTitle>
      </CardHeader>
      <FetchedPages
        query={query}
        failed="The notifications couldn't be loaded"
        skeleton={<Skeletons count={3} className="h-12" />}
        empty={<EmptyState icon={Bell} title="No notifications yet" />}
      >
        {(notifications) => <NotificationDays notifications={notifications} loanAct={loanAct} />}
      </FetchedPages>
    </Card>
  )
}

/** Rendered while any notification is unread, even one that isn't loaded. Moves focus when the button is removed. */
function MarkAllRead({ onDone }: { onDone: () => void }) {
  const { data } = useQuery(endpointQuery('countUnreadNotifications'))
  const markAll = useAction({
    act: () => call('markAllNotificationsRead'),
    done: () => ({ title: 'All notifications marked as read' }),
    failed: 'Failed to mark all notifications as read.',
    onDone,
  })
  if (!data?.unread) return null
  return (
    <Button variant="outline" size="s" busy={markAll.isPending} onClick={() => markAll.mutate()}>
      <CheckCheck aria-hidden="true" className="max-sm:hidden" />
      Mark All Read
    </Button>
  )
}

const notificationPagesQuery = endpointPages('listNotifications', { limit: '50' })
