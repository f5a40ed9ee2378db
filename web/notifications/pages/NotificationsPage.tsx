import { ActivityNotifications } from '#web/notifications/components/ActivityNotifications.tsx'

/** The user's notifications, opened by the bell. */
export function NotificationsPage() {
  return (
    <div className="grid max-w-3xl gap-5">
      <header>
        <h1 className="text-title font-semibold tracking-tight">Notifications</h1>
        <p className="text-muted-foreground">What happened that concerns you</p>
      </header>
      <ActivityNotifications />
    </div>
  )
}
