import { Bell, CheckCheck } from 'lucide-react'
import { call, endpointQuery, endpointPages } from '#web/api/client.ts'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { NotificationDays, Unlisted, type NotificationDaysProps } from './NotificationDays.tsx'
import { useAwaited } from './use-awaited.ts'

export function ActivityNotifications({ loanAct }: Pick<NotificationDaysProps, 'loanAct'>) {
  const { title, keepFocus } = useKeptFocus()
  const query = useInfiniteQuery({ ...notificationPagesQuery, refetchOnMount: 'always' })
  const awaited = useAwaited()
  const decisions = awaited?.unlisted([])
  const skeleton = <Skeletons count={3} className="h-12" />
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
        skeleton={skeleton}
        empty={
          <EmptyState
            icon={Bell}
            title="No notifications yet"
            text={decisions && decisions.count > 0 && <Unlisted {...decisions} />}
          />
        }
      >
        {(notifications) =>
          awaited ? (
            <NotificationDays {...{ notifications, awaited, loanAct, keepFocus }} />
          ) : (
            <div className="grid gap-3 border-t px-4.5 py-4">{skeleton}</div>
          )
        }
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
