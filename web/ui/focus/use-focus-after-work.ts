import { useLayoutEffect, useRef } from 'react'

/**
 * A button disabled during its action loses the focus. If the action fails, returns the focus to the button for a
 * retry, unless another element has taken it.
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
