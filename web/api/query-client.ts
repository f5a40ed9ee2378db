import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isUnauthorized } from './client.ts'
import { refetchAfterCalls } from '#web/live/refetch.ts'
import { refreshSession } from '#web/session.ts'

/**
 * The cache of one user's application. What was fetched stays fresh until a call changes what it shows:
 * no refetch on focus, no polling, no retries.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { retry: false },
    },
    queryCache: new QueryCache({
      // The session has ended, or two-factor sign-in has become required: asking who is signed in leads
      // to the login, or to the setup.
      onError(error) {
        if (isUnauthorized(error) || isSetUpRequired(error)) void refreshSession()
      },
    }),
  })
  refetchAfterCalls(client)
  return client
}

const isSetUpRequired = (error: unknown) =>
  error instanceof ApiError && error.code === 'two_factor_setup_required'

// By default the library notifies in a timer. The second click of a fast double click arrives before it:
// the button is not disabled yet, and a message would be sent twice.
notifyManager.setScheduler(queueMicrotask)
