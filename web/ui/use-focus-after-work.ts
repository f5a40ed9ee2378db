import { useLayoutEffect, useRef } from 'react'

/**
 * A button that is disabled while it works loses the focus. Whoever pressed it gets it back there
 * when the work has come to nothing, and can try again, unless something else has taken it.
 */
export function useFocusAfterWork(busy: boolean) {
  const pressed = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const { activeElement } = document
    if (busy) pressed.current = activeElement
    else if (activeElement === document.body && pressed.current instanceof HTMLElement)
      pressed.current.focus({ preventScroll: true })
  }, [busy])
}
