import { useLayoutEffect, useRef } from 'react'

/**
 * A button that is disabled while its action is pending, with the fields around it, loses the focus. If the action
 * fails, the focus returns to the button for a retry, unless something else has taken it.
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
