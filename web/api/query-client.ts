import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isUnauthorized } from './client.ts'
import { readAnewAfterCalls } from './read-anew.ts'
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
      // The session has ended elsewhere or by its age, or two-factor sign-in is required since:
      // asking who is signed in leads to the login, or to what has to be set up.
      onError(error) {
        if (isUnauthorized(error) || isSetUpRequired(error)) void refreshSession()
      },
    }),
  })
  readAnewAfterCalls(client)
  return client
}

const isSetUpRequired = (error: unknown) =>
  error instanceof ApiError && error.code === 'two_factor_setup_required'

// By default the screen hears of a change in the next timer, which the second click of a quick double
// click overtakes: the button is not disabled yet, and a message is sent twice.
notifyManager.setScheduler(queueMicrotask)
