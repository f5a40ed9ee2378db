import { useCallback, useState } from 'react'

/**
 * The width of an element in px, and the ref to give it. The sidebar may be open or not, so that
 * the window's width does not tell how much room there is.
 */
export function useWidth() {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    // Measured before the first paint, then followed.
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
