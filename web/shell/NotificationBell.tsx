import { Bell } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { endpointQuery } from '#web/api/client.ts'
import { RefetchOnMount } from '#web/api/RefetchOnMount.tsx'
import { paths } from '#web/addresses/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Tip } from '#web/ui/overlays/Tip.tsx'

/** Shows the number of unread notifications. The number is refetched on each navigation and on live events. */
export function NotificationBell() {
  const [pathname] = useLocation()
  const { data } = useQuery(unreadQuery)
  const unread = data?.unread ?? 0
  const count = unread > 99 ? '99+' : unread
  return (
    <>
      <RefetchOnMount key={pathname} query={unreadQuery} />
      <Tip text="Notifications" side="bottom">
        <ButtonLink
          href={paths.notifications()}
          variant="ghost"
          size="icon"
          aria-label={unread ? `Notifications, ${count} unread` : 'Notifications'}
        >
          <Bell aria-hidden="true" />
          {unread > 0 && (
            <span className="absolute top-0.5 right-0.5 min-w-4 rounded-full bg-primary px-1 text-center text-[0.625rem] leading-4 font-semibold text-primary-foreground max-md:top-1 max-md:right-1">
              {count}
            </span>
          )}
        </ButtonLink>
      </Tip>
    </>
  )
}

const unreadQuery = endpointQuery('countUnreadNotifications')
