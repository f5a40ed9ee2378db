import { useCallback, useState } from 'react'

/**
 * Returns an element's width in px, and a ref to attach to the element. The window's width isn't enough, because the
 * sidebar can be open or closed.
 */
export function useWidth() {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    // The width is measured before the first paint and on each resize.
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
