/**
 * Each user's unsent text, which remains available if the user leaves the page or the session ends. After signing in
 * again, the user can continue. The text is kept only in memory, because browser storage must not contain private text.
 */
import { useSyncExternalStore } from 'react'
import { signedInId, useSession } from '#web/session.ts'
import { atLogOut } from '#web/shell/log-out.ts'
import { guardLeaving, leaveUnasked, unguardLeaving } from '#web/ui/overlays/leave-guard.ts'

/** The user's unsent text with this name, and a function that sets the text. Setting a blank value deletes the text. */
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

/** Call at the end of every session, because the back/forward cache can restore a page with all of its memory. */
export function discardUnsent() {
  unsent.clear()
  isDiscarded = true
  leaveUnasked()
  notify()
}

export function keepUnsent(key: string, input: unknown) {
  if (signedInId()) isDiscarded = false
  // Input from a form that the back/forward cache restored after logout is ignored.
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

/** False if the text belongs to another account that was used in this tab. The current user couldn't save such text. */
function isOwnUnsent(): boolean {
  const userId = signedInId()
  return [...unsent.keys()].some((key) => !userId || key.startsWith(userId))
}

/** Unsent texts by account and name. `web/forms/kept-input.ts` uses this map for forms. */
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
