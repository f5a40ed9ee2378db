/**
 * Who is signed in. This is separate from the query cache: the login page needs it and no other
 * query, and the cache belongs to the user that this says is signed in.
 */
import type { CurrentUser } from '#contract/accounts/shapes.ts'
import { roleOf, type Role } from '#domain/access.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { call, isUnauthorized } from './api/client.ts'

export interface Session {
  /** `failed` means an answer other than 401: it is unknown who is signed in. */
  status: 'loading' | 'failed' | 'ready'
  user: CurrentUser | null
  role: Role
  /** True when the user may use the administrators' screens now. */
  isAdmin: boolean
  /** An administrator who has to set up two-factor sign-in first. */
  mustSetUp: boolean
  error: Error | null
  retry: () => void
}

/** The current session; a component that mounts asks the server again if five minutes have passed. */
export function useSession(): Session {
  const { user, error } = useSyncExternalStore(subscribe, () => known)
  useEffect(() => {
    if (!underWay && Date.now() - askedAt > staleAfterMs) void ask()
  }, [])
  const role = roleOf(
    user ? { isAdmin: user.isAdmin === 'true', isApproved: user.isApproved === 'true' } : null,
  )
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

/** After sign-in, registration and profile changes: takes the given user, or asks again. */
export async function refreshSession(user?: CurrentUser) {
  if (!user) return ask()
  // An unfinished request started before this.
  underWay = null
  askedAt = Date.now()
  become({ user, error: null })
}

/**
 * For a page restored from the browser's back/forward cache: the user may have signed out since, so it
 * counts as unknown until the server answers. Only that answer changes the screen.
 */
export async function confirmSession() {
  isInDoubt = true
  await ask()
}

/** The id of the user who is known to be signed in. */
export const signedInId = () => known.user?.id

const staleAfterMs = 300_000

interface Known {
  /** Null is a visitor; undefined before the server's answer. */
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

/** One request at a time; its answer is ignored if something newer is known. */
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
    // On failure, the previously signed-in user is kept.
    return { user: isInDoubt ? undefined : known.user, error: asError(error) }
  }
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
