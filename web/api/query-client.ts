import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isUnauthorized } from './client.ts'
import { refetchAfterCalls } from '#web/live/refetch.ts'
import { refreshSession } from '#web/session.ts'

/**
 * The query cache for one user. Data stays fresh until a call or a live event invalidates it. There is no reload on
 * focus, no polling, and no retry.
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
      // The session has ended, or two-factor setup has become mandatory. Loading the session again redirects to the
      // login page or the setup page.
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

/**
 * By default, the library notifies components in a timer, which runs after the second click of a fast double click. The
 * button would then still be enabled, and a message could be sent twice.
 */
notifyManager.setScheduler(queueMicrotask)
