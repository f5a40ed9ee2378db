/**
 * Texts that people wrote but have not sent. Drafts survive leaving the page and the end of a session,
 * so that people can continue after signing in again; each account has its own. They are kept only in
 * memory, since private text must not be in the browser's storage.
 */
import { useSyncExternalStore } from 'react'
import { useSession } from './session.ts'

/** The user's draft with this name, and its setter; a blank text deletes it. */
export function useDraft<Draft extends { text: string }>(name: string, blank: Draft) {
  const { user } = useSession()
  const key = `${user?.id} ${name}`
  // Each name is used for one type of draft.
  const draft = useSyncExternalStore(subscribe, () => drafts.get(key) ?? blank) as Draft
  function write(next: Draft) {
    if (next.text === '') drafts.delete(key)
    else drafts.set(key, next)
    notify()
  }
  return [draft, write] as const
}

/** For logout: "Back" can restore a page with everything in its memory. */
export function discardDrafts() {
  drafts.clear()
  notify()
}

/** By account and name. `web/kept-input.ts` has the forms among them. */
export const drafts = new Map<string, unknown>()
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
