import { useLayoutEffect, useRef } from 'react'

/**
 * The button that asks for more of a list is disabled while that comes, and gone at the list's end:
 * either loses the focus. It goes on to the first control of what came, or to what stands there when
 * nothing did, unless something else has taken it.
 */
export function useFocusOnMore(busy: boolean) {
  const pressed = useRef<Element | null>(null)
  const before = useRef<HTMLElement | undefined>(undefined)
  useLayoutEffect(() => {
    const { activeElement } = document
    if (busy) {
      const all = controls()
      pressed.current = activeElement
      before.current = all[all.findIndex((control) => control === activeElement) - 1]
    } else if (activeElement === document.body || activeElement === pressed.current) {
      controlAfter(before.current)?.focus({ preventScroll: true })
      before.current = undefined
    }
  }, [busy])
}

function controlAfter(element: HTMLElement | undefined): HTMLElement | undefined {
  const all = controls()
  return element && all.slice(all.indexOf(element) + 1).find((each) => !each.matches(':disabled'))
}

/** All that the keyboard reaches on the page once it is enabled, in its order. */
const controls = () =>
  [
    ...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, textarea)'),
  ].filter((control) => control.checkVisibility())
