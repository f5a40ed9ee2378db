import { useLayoutEffect, useRef } from 'react'

/**
 * The "load more" button loses the focus when it is disabled or removed. Moves the focus to the first control of the
 * new items, or to the next control after the list, unless another element has taken it.
 */
export function useFocusOnMore(busy: boolean) {
  const pressed = useRef<Element | null>(null)
  const before = useRef<HTMLElement | undefined>(undefined)
  useLayoutEffect(() => {
    if (!busy) {
      const { activeElement } = document
      if (activeElement === document.body || activeElement === pressed.current)
        controlAfter(before.current)?.focus({ preventScroll: true })
      before.current = undefined
      return undefined
    }
    const notePressed = () => {
      const { activeElement } = document
      const all = controls()
      pressed.current = activeElement
      before.current = all[all.findIndex((control) => control === activeElement) - 1]
    }
    notePressed()
    // The user may press another list's button while one is loading.
    document.addEventListener('focusin', notePressed)
    return () => document.removeEventListener('focusin', notePressed)
  }, [busy])
}

function controlAfter(element: HTMLElement | undefined): HTMLElement | undefined {
  const all = controls()
  return element && all.slice(all.indexOf(element) + 1).find((each) => !each.matches(':disabled'))
}

const controls = () =>
  [
    ...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, textarea)'),
  ].filter((control) => control.checkVisibility())
