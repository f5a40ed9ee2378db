import { useLayoutEffect, useRef, type MouseEvent } from 'react'

/** Longer than the interval of a double click. */
const settlingMs = 500

/**
 * Detects a double click whose first click removed a row, because the second click would hit the row that moved up.
 * Ignores removals by a dialog (`isCovered`). Call this in the component that renders the list.
 */
export function useMovedRows(ids: readonly string[], isCovered = false) {
  const pressed = useRef<string>(null)
  const movedAt = useRef(-Infinity)
  useLayoutEffect(() => {
    if (isCovered) pressed.current = null
    if (pressed.current === null || ids.includes(pressed.current)) return
    pressed.current = null
    movedAt.current = performance.now()
  })
  return function isTooSoon(id: string, { timeStamp }: MouseEvent) {
    // The event's timestamp is used, because a busy browser might handle the click later.
    if (timeStamp - movedAt.current < settlingMs) return true
    pressed.current = id
    return false
  }
}
