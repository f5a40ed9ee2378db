/**
 * The browser asks before it reloads or leaves a page with text that isn't saved, which is kept only in memory. It
 * listens only while there may be such text: Firefox keeps no page that does in its back/forward cache.
 */
import { useEffect, useEffectEvent } from 'react'

const checks = new Set<() => boolean>()

/** Asks before leaving while the check says that text would be lost. */
export function guardLeaving(losesText: () => boolean) {
  checks.add(losesText)
  addEventListener('beforeunload', ask)
}

export function unguardLeaving(losesText: () => boolean) {
  checks.delete(losesText)
  if (checks.size === 0) removeEventListener('beforeunload', ask)
}

/** Asks while the component is there and the check says so. */
export function useLeaveGuard(losesText: () => boolean) {
  const check = useEffectEvent(losesText)
  useEffect(() => {
    const asks = () => check()
    guardLeaving(asks)
    return () => unguardLeaving(asks)
  }, [])
}

/** After signing out, everything goes. */
export function leaveUnasked() {
  checks.clear()
  removeEventListener('beforeunload', ask)
}

function ask(event: BeforeUnloadEvent) {
  if ([...checks].some((losesText) => losesText())) event.preventDefault()
}
