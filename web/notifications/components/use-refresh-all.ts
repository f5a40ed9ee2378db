import { useQueryClient } from '@tanstack/react-query'
import { refreshSession } from '#web/session.ts'

/**
 * For whoever follows news: nothing that was read before it counts as fresh any more. What is on the
 * screen is read again at once, everything else when it next appears, and what is known shows
 * meanwhile. The session too, since news can be of the reader's own account.
 */
export function useRefreshAll() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries()
    void refreshSession()
  }
}
