/** Who is signed in. */
import type { CurrentUser } from '#contract/auth.ts'
import { endpoints } from '#contract/endpoints.ts'
import { roleOf, type Role } from '#domain/access.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, isUnauthorized } from './api.ts'

export interface Session {
  /** `failed` is an answer other than 401: nobody knows who is signed in. */
  status: 'loading' | 'failed' | 'ready'
  user: CurrentUser | null
  role: Role
  isAdmin: boolean
  error: Error | null
  retry: () => void
}

export function useSession(): Session {
  const { data: user, error, isFetching, refetch } = useQuery(sessionQuery)
  const known = user !== undefined
  const role = roleOf(
    user ? { isAdmin: user.isAdmin === 'true', isApproved: user.isApproved === 'true' } : null,
  )
  return {
    status: known ? 'ready' : error && !isFetching ? 'failed' : 'loading',
    user: user ?? null,
    role,
    isAdmin: role === 'admin',
    error,
    retry: () => void refetch(),
  }
}

/**
 * For after sign-in, registration and a change of profile: takes the user whom the server answered,
 * or asks again. What the cache holds of another user's is dropped.
 */
export function useRefreshSession(): (user?: CurrentUser) => Promise<void> {
  const client = useQueryClient()
  return async (user) => {
    const before = client.getQueryData(sessionQuery.queryKey)
    if (user) client.setQueryData(sessionQuery.queryKey, user)
    else await client.invalidateQueries(sessionQuery)
    if (before?.id !== client.getQueryData(sessionQuery.queryKey)?.id) {
      client.removeQueries({
        predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0],
      })
    }
  }
}

const sessionQuery = queryOptions({
  queryKey: [endpoints.getCurrentUser.path],
  queryFn: (): Promise<CurrentUser | null> =>
    call('getCurrentUser').catch((error: unknown) => {
      if (isUnauthorized(error)) return null
      throw error
    }),
  staleTime: 5 * 60_000,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnMount: true,
})
