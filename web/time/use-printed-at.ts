import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The time shown on a printout, set when printing starts (ISO 8601, UTC). */
export function usePrintedAt() {
  const [printedAt, setPrintedAt] = useState(now)
  useEffect(() => {
    // The browser captures the page as soon as the event handler returns, so the time is rendered synchronously.
    const stamp = () => flushSync(() => setPrintedAt(now()))
    window.addEventListener('beforeprint', stamp)
    return () => window.removeEventListener('beforeprint', stamp)
  }, [])
  return printedAt
}

const now = () => new Date().toISOString()
