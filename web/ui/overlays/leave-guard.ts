/**
 * Makes the browser ask before it leaves a page with unsent text, which is kept only in memory. Listens only while
 * there can be such text, because Firefox excludes pages with a listener from its back/forward cache.
 */
import { useEffect, useEffectEvent } from 'react'

const checks = new Set<() => boolean>()

export function guardLeaving(losesText: () => boolean) {
  checks.add(losesText)
  addEventListener('beforeunload', ask)
}

export function unguardLeaving(losesText: () => boolean) {
  checks.delete(losesText)
  if (checks.size === 0) removeEventListener('beforeunload', ask)
}

export function useLeaveGuard(losesText: () => boolean) {
  const check = useEffectEvent(losesText)
  useEffect(() => {
    const asks = () => check()
    guardLeaving(asks)
    return () => unguardLeaving(asks)
  }, [])
}

/** Stops the listener after sign-out, which discards all text. */
export function leaveUnasked() {
  checks.clear()
  removeEventListener('beforeunload', ask)
}

function ask(event: BeforeUnloadEvent) {
  if ([...checks].some((losesText) => losesText())) event.preventDefault()
}
