import { ActivityNotifications } from '#web/notifications/components/ActivityNotifications.tsx'

export function NotificationsPage() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <header>
        <h1 className="text-title font-semibold tracking-tight">Notifications</h1>
        <p className="text-muted-foreground">Updates on your loans and account</p>
      </header>
      <ActivityNotifications />
    </div>
  )
}
