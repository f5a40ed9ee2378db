/**
 * Who is signed in. This is kept apart from the cache of everything else: the login page needs it
 * and no other query, and the cache belongs to whoever this says is signed in.
 */
import type { CurrentUser } from '#contract/accounts/shapes.ts'
import { roleOf, type Role } from '#domain/access.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { call, isUnauthorized } from './api/client.ts'

export interface Session {
  /** `failed` is an answer other than 401: nobody knows who is signed in. */
  status: 'loading' | 'failed' | 'ready'
  user: CurrentUser | null
  role: Role
  /** May use the desk now. */
  isAdmin: boolean
  /** An administrator to whom the desk opens once two-factor sign-in is set up. */
  mustSetUp: boolean
  error: Error | null
  retry: () => void
}

/** The session on screen; a component that appears asks the server again when five minutes passed. */
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

/** For after sign-in, registration and a change of profile: takes the given user, or asks again. */
export async function refreshSession(user?: CurrentUser) {
  if (!user) return ask()
  // What is still under way was asked before this.
  underWay = null
  askedAt = Date.now()
  become({ user, error: null })
}

/**
 * For a page that comes back as it was left: somebody may have signed out since, so that whoever was
 * signed in counts only once the server has said so again. The screen changes by its answer alone.
 */
export async function confirmSession() {
  isInDoubt = true
  await ask()
}

const staleAfterMs = 300_000

interface Known {
  /** Null is a visitor; undefined when the server has not said yet. */
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

/** One question at a time; its answer counts only while nothing newer is known. */
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
    // Who was signed in a moment ago still is, as far as anybody knows.
    return { user: isInDoubt ? undefined : known.user, error: asError(error) }
  }
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
