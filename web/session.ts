/**
 * The session. It is separate from the query cache, because the query cache belongs to one user and the login page
 * needs no other query.
 */
import type { CurrentUser } from '#contract/accounts/shapes.ts'
import { roleOf, type Role } from '#domain/access.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { call, isUnauthorized } from './api/client.ts'
import { useSeenAsLender } from './seen-as-lender.ts'

export interface Session {
  /** `failed` means that any error other than 401 occurred, so the session is unknown. */
  status: 'loading' | 'failed' | 'ready'
  user: CurrentUser | null
  role: Role
  isAdmin: boolean
  mustSetUp: boolean
  error: Error | null
  retry: () => void
}

/** Returns the session. On mount, the session is loaded again if it is older than five minutes. */
export function useSession(): Session {
  const { user, error } = useSyncExternalStore(subscribe, () => known)
  useEffect(() => {
    if (!underWay && Date.now() - askedAt > staleAfterMs) void ask()
  }, [])
  const isSeenAsLender = useSeenAsLender()
  const ownRole = roleOf(
    user
      ? {
          isAdmin: user.isAdmin === 'true',
          isApproved: user.isApproved === 'true',
          firmRole: user.firmRole,
        }
      : null,
  )
  const role = isSeenAsLender && ownRole === 'admin' ? 'lender' : ownRole
  const mustSetUp = user?.mustSetUpTwoFactor === 'true'
  return {
    status: user !== undefined ? 'ready' : error ? 'failed' : 'loading',
    user: user ?? null,
    role,
    isAdmin: role === 'admin' && !mustSetUp,
    mustSetUp,
    error,
    retry: () => {
      become({ user, error: null })
      void ask()
    },
  }
}

/** Updates the session after sign-in, registration, or a profile change. Without `user`, loads the session again. */
export async function refreshSession(user?: CurrentUser) {
  if (!user) return ask()
  // A request that was pending before this change is ignored.
  underWay = null
  askedAt = Date.now()
  become({ user, error: null })
}

/**
 * Call this for a page that was restored from the back/forward cache. The user might have signed out, so the session is
 * unknown, but the display doesn't change before the server responds.
 */
export async function confirmSession() {
  isInDoubt = true
  await ask()
}

export const signedInId = () => known.user?.id

const staleAfterMs = 300_000

interface Known {
  /** Null for a visitor, and undefined before the first response. */
  user: CurrentUser | null | undefined
  error: Error | null
}

let known: Known = { user: undefined, error: null }
let askedAt = -Infinity
let underWay: Promise<Known> | null = null
let isInDoubt = false
const listeners = new Set<() => void>()

function become(next: Known) {
  known = next
  if (!next.error) isInDoubt = false
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void) {
  listeners.add(notify)
  return () => {
    listeners.delete(notify)
  }
}

/** Runs one request at a time. A response is ignored if there is newer data. */
async function ask() {
  const asked = askServer()
  underWay = asked
  askedAt = Date.now()
  const next = await asked
  if (underWay !== asked) return
  underWay = null
  become(next)
}

async function askServer(): Promise<Known> {
  try {
    return { user: await call('getCurrentUser'), error: null }
  } catch (error) {
    if (isUnauthorized(error)) return { user: null, error: null }
    // The previous user is kept after a failure.
    return { user: isInDoubt ? undefined : known.user, error: asError(error) }
  }
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
