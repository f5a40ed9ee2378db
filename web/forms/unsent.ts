/**
 * Unsent text by user. It survives leaving the page and the end of a session, so that the user can continue after
 * signing in again. Kept only in memory, since private text must not be in browser storage.
 */
import { useSyncExternalStore } from 'react'
import { signedInId, useSession } from '#web/session.ts'
import { atLogOut } from '#web/shell/log-out.ts'
import { guardLeaving, leaveUnasked, unguardLeaving } from '#web/ui/overlays/leave-guard.ts'

/** The user's unsent text with this name, and its setter; a blank text deletes it. */
export function useUnsentText<Unsent extends { text: string }>(name: string, blank: Unsent) {
  const { user } = useSession()
  const key = `${user?.id} ${name}`
  const kept = useSyncExternalStore(subscribe, () => unsent.get(key) ?? blank) as Unsent
  function write(next: Unsent) {
    if (next.text === '') forgetUnsent(key)
    else keepUnsent(key, next)
  }
  return [kept, write] as const
}

/** Called at the end of every session, because the back/forward cache can restore a page with all of its memory. */
export function discardUnsent() {
  unsent.clear()
  isDiscarded = true
  leaveUnasked()
  notify()
}

export function keepUnsent(key: string, input: unknown) {
  if (signedInId()) isDiscarded = false
  // Ignore input from a form that the back/forward cache restored after logout.
  if (isDiscarded) return
  unsent.set(key, input)
  guardLeaving(isOwnUnsent)
  notify()
}

export function forgetUnsent(key: string) {
  unsent.delete(key)
  if (unsent.size === 0) unguardLeaving(isOwnUnsent)
  notify()
}

/** False for text of another account from an earlier session in this tab, which the current user could not save. */
function isOwnUnsent(): boolean {
  const userId = signedInId()
  return [...unsent.keys()].some((key) => !userId || key.startsWith(userId))
}

/** By account and name. `web/forms/kept-input.ts` has the forms among them. */
export const unsent = new Map<string, unknown>()
let isDiscarded = false
const listeners = new Set<() => void>()
atLogOut(discardUnsent)

function notify() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
