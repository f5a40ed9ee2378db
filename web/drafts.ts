/**
 * What people have written and not sent. It outlives the page and the end of a session, so that
 * whoever signs in again goes on writing; each account has its own. It is kept in memory alone, since
 * nothing private belongs in the browser's storage.
 */
import { useSyncExternalStore } from 'react'
import { useSession } from './session.ts'

/** The reader's draft of this name, and the way to change it; without a text there is none. */
export function useDraft<Draft extends { text: string }>(name: string, blank: Draft) {
  const { user } = useSession()
  const key = `${user?.id} ${name}`
  // One name has one kind of draft.
  const draft = useSyncExternalStore(subscribe, () => drafts.get(key) ?? blank) as Draft
  function write(next: Draft) {
    if (next.text === '') drafts.delete(key)
    else drafts.set(key, next)
    notify()
  }
  return [draft, write] as const
}

/** For a logout: "Back" can bring a page alive again with all that it remembers. */
export function discardDrafts() {
  drafts.clear()
  notify()
}

const drafts = new Map<string, unknown>()
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
