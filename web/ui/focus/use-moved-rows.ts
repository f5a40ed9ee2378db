import { useLayoutEffect, useRef, type MouseEvent } from 'react'

/** Longer than the pause within a double click. */
const settlingMs = 500

/**
 * When the row leaves that was acted on, the ones below move up, under the pointer: the second press of a double click
 * would act on another one. Asked at each press, tells the ones that come too soon after that. Use it in the
 * component that renders the list. Where the press opened a dialog, which `isCovered` tells, the next press in the list
 * is no second one.
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
    // When it was pressed, which may be before a busy browser handles it.
    if (timeStamp - movedAt.current < settlingMs) return true
    pressed.current = id
    return false
  }
}
