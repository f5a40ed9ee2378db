import { useEffect, useRef } from 'react'

/**
 * Another tab opens a document: this calls `onOpened` once the person is back from it, or soon if the tab stays in
 * sight. Returns what to call at the click.
 */
export function useAfterOpening(onOpened: () => void): () => void {
  const waiting = useRef<AbortController>(undefined)
  useEffect(() => () => waiting.current?.abort(), [])
  return () => {
    waiting.current?.abort()
    const { signal } = (waiting.current = new AbortController())
    const read = () => {
      if (document.hidden) return
      waiting.current?.abort()
      onOpened()
    }
    // A file that is only saved doesn't hide this tab.
    const timer = setTimeout(read, soonMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
    document.addEventListener('visibilitychange', read, { signal })
  }
}

/** By then, the server has the request. */
const soonMs = 1500
