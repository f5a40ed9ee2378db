import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The time that a printed page bears: ISO 8601 in UTC, set when the browser begins to print. */
export function usePrintedAt() {
  const [printedAt, setPrintedAt] = useState(now)
  useEffect(() => {
    // The page is put on paper as soon as the event is over: the time must be on it by then.
    const stamp = () => flushSync(() => setPrintedAt(now()))
    window.addEventListener('beforeprint', stamp)
    return () => window.removeEventListener('beforeprint', stamp)
  }, [])
  return printedAt
}

const now = () => new Date().toISOString()
