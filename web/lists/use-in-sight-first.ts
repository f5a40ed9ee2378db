import { afterPaint } from '#web/ui/after-screen.ts'
import { wentBack } from '#web/ui/went-back.ts'
import { startTransition, useEffect, useState } from 'react'

/**
 * The items to render: first as many as the window has room for, and the others once those are on the screen,
 * because a slow phone takes most of a second for a long list. After a step back all are there at once: the place
 * where the reader was may be at the end.
 * @param leastPx the height that each takes at least
 */
export function useInSightFirst<Item>(items: Item[], leastPx: number): Item[] {
  const [isWhole, setWhole] = useState(wentBack)
  useEffect(() => void afterPaint().then(() => startTransition(() => setWhole(true))), [])
  return isWhole ? items : items.slice(0, Math.ceil(window.innerHeight / leastPx))
}
