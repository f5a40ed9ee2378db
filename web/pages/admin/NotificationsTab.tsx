import { ActivityNotifications } from '#web/components/notifications/ActivityNotifications.tsx'

/** What lenders did, as the administrator who is signed in has read it or not. */
export function NotificationsTab() {
  return <ActivityNotifications />
}
