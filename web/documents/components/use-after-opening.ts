import { useEffect, useRef } from 'react'

/**
 * Calls `onOpened` after a document was opened in another tab: when the user returns to this tab, or after a delay if
 * it stays visible. Returns a function to call on the click.
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
    // A file that is downloaded rather than displayed doesn't hide this tab.
    const timer = setTimeout(read, soonMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
    document.addEventListener('visibilitychange', read, { signal })
  }
}

/** Enough time for the request to reach the server. */
const soonMs = 1500
