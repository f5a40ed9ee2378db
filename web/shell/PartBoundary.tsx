import { ErrorBoundary } from '#web/ui/display/ErrorBoundary.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/**
 * Wrap every optional section of a page in this component so that a failure in the section doesn't affect the rest of
 * the page.
 */
export function PartBoundary({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  return (
    <ErrorBoundary
      title="This part couldn't be shown"
      // Cached data could have caused the failure. The failed section no longer uses its queries, so removing them
      // makes the retry refetch them.
      onTryAgain={() => client.removeQueries({ type: 'inactive' })}
    >
      {children}
    </ErrorBoundary>
  )
}
