import { useLayoutEffect, useRef, type MouseEvent } from 'react'

/** Longer than the interval of a double click. */
const settlingMs = 500

/**
 * After an action removes a row, the rows below it move up, and the second click of a double click would hit a
 * different row. Detects such clicks, except after a dialog (`isCovered`). Call this hook in the component that renders
 * the list.
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
