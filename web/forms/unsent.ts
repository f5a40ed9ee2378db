/**
 * Texts that people wrote but have not sent. They survive leaving the page and the end of a session,
 * so that people can continue after signing in again; each account has its own. They are kept only in
 * memory, since private text must not be in the browser's storage.
 */
import { useSyncExternalStore } from 'react'
import { signedInId, useSession } from '#web/session.ts'
import { atLogOut } from '#web/shell/log-out.ts'
import { guardLeaving, leaveUnasked, unguardLeaving } from '#web/ui/overlays/leave-guard.ts'

/** The user's unsent text with this name, and its setter; a blank text deletes it. */
export function useUnsentText<Unsent extends { text: string }>(name: string, blank: Unsent) {
  const { user } = useSession()
  const key = `${user?.id} ${name}`
  // Each name is used for one type of text.
  const kept = useSyncExternalStore(subscribe, () => unsent.get(key) ?? blank) as Unsent
  function write(next: Unsent) {
    if (next.text === '') forgetUnsent(key)
    else keepUnsent(key, next)
  }
  return [kept, write] as const
}

/** For the end of every session: "Back" can restore a page with everything in its memory. */
export function discardUnsent() {
  unsent.clear()
  isDiscarded = true
  leaveUnasked()
  notify()
}

export function keepUnsent(key: string, input: unknown) {
  if (signedInId()) isDiscarded = false
  // A form of a page that "Back" restored after the logout, which goes now.
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

/** Another account's, from a session that ended in this tab, is nothing that its reader could save. */
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
