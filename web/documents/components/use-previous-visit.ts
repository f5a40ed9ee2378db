import { call } from '#web/api/client.ts'
import { useEffect, useState } from 'react'

/**
 * Returns the end of the user's previous visit; null until known, and on the first visit to a loan that is neither
 * held nor a favorite. A visit is recorded once the documents have loaded and the tab is visible.
 */
export function usePreviousVisit(loanId: string, hasDocuments: boolean): string | null {
  const [previousAt, setPreviousAt] = useState<string | null>(null)
  useEffect(() => {
    if (!hasDocuments) return undefined
    const leave = new AbortController()
    // A background or prerendered tab may never be viewed.
    const visit = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', visit)
      call('visitLoan', { params: { id: loanId } }).then(
        (answer) => leave.signal.aborted || setPreviousAt(answer.previousAt),
        // On failure, documents appear without "new" marks.
        () => {},
      )
    }
    document.addEventListener('visibilitychange', visit, { signal: leave.signal })
    visit()
    return () => leave.abort()
  }, [loanId, hasDocuments])
  return previousAt
}
