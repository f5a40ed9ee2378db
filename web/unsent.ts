/**
 * Texts that people wrote but have not sent. They survive leaving the page and the end of a session,
 * so that people can continue after signing in again; each account has its own. They are kept only in
 * memory, since private text must not be in the browser's storage.
 */
import { useSyncExternalStore } from 'react'
import { useSession } from './session.ts'

/** The user's unsent text with this name, and its setter; a blank text deletes it. */
export function useUnsentText<Unsent extends { text: string }>(name: string, blank: Unsent) {
  const { user } = useSession()
  const key = `${user?.id} ${name}`
  // Each name is used for one type of text.
  const kept = useSyncExternalStore(subscribe, () => unsent.get(key) ?? blank) as Unsent
  function write(next: Unsent) {
    if (next.text === '') unsent.delete(key)
    else unsent.set(key, next)
    notify()
  }
  return [kept, write] as const
}

/** For logout: "Back" can restore a page with everything in its memory. */
export function discardUnsent() {
  unsent.clear()
  notify()
}

/** By account and name. `web/kept-input.ts` has the forms among them. */
export const unsent = new Map<string, unknown>()
const listeners = new Set<() => void>()

function notify() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
