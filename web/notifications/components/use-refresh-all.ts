import { useQueryClient } from '@tanstack/react-query'
import { refreshSession } from '#web/session.ts'

/**
 * For following a notification: invalidates all cached data. Mounted queries refetch immediately, others on their
 * next mount. Also refetches the session, since the notification may concern the user's account.
 */
export function useRefreshAll() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries()
    void refreshSession()
  }
}
