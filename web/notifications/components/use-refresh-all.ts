import { useQueryClient } from '@tanstack/react-query'
import { refreshSession } from '#web/session.ts'

/**
 * For users who follow a notification: marks all cached data as outdated. Data on screen is refetched
 * at once, everything else when it next appears; cached data stays visible meanwhile. The session is
 * refetched too, since the notification may concern the user's own account.
 */
export function useRefreshAll() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries()
    void refreshSession()
  }
}
