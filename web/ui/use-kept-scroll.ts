import { useLayoutEffect, useRef } from 'react'
import { wentBack } from './went-back.ts'

/** How far each box was scrolled, by address and name. */
const places = new Map<string, number>()

/**
 * For a box that scrolls by itself: going back shows it as far down as it was left. The browser restores
 * the scroll position of the page only.
 */
export function useKeptScroll(name: string) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return undefined
    // The address may change while the box stays, as with a search.
    const key = () => `${window.location.pathname}${window.location.search} ${name}`
    if (wentBack()) current.scrollTop = places.get(key()) ?? 0
    const keep = () => void places.set(key(), current.scrollTop)
    current.addEventListener('scroll', keep, { passive: true })
    return () => current.removeEventListener('scroll', keep)
  }, [name])
  return box
}
