import { call } from '#web/api/client.ts'
import { useEffect, useState } from 'react'

/**
 * When this person's visit of the loan before this one ended: null until that is known, and on the first
 * visit of a loan that they neither hold nor have among their favorites.
 * The visit counts once the documents are there and somebody sees the tab; nothing waits for its answer.
 */
export function usePreviousVisit(loanId: string, hasDocuments: boolean): string | null {
  const [previousAt, setPreviousAt] = useState<string | null>(null)
  useEffect(() => {
    if (!hasDocuments) return undefined
    const leave = new AbortController()
    // A tab that was opened in the background, or rendered ahead, may never be looked at.
    const visit = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', visit)
      call('visitLoan', { params: { id: loanId } }).then(
        (answer) => leave.signal.aborted || setPreviousAt(answer.previousAt),
        // The documents are shown without marks.
        () => {},
      )
    }
    document.addEventListener('visibilitychange', visit, { signal: leave.signal })
    visit()
    return () => leave.abort()
  }, [loanId, hasDocuments])
  return previousAt
}
