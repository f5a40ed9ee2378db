import { ErrorBoundary } from '#web/ui/display/ErrorBoundary.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/**
 * Wrap every optional section of a page in this component, so that a failure in the section doesn't affect the rest.
 */
export function PartBoundary({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  return (
    <ErrorBoundary
      title="This part couldn't be shown"
      // Cached data might have caused the failure. The failed section no longer observes its queries, so remove them to
      // force a refetch.
      onTryAgain={() => client.removeQueries({ type: 'inactive' })}
    >
      {children}
    </ErrorBoundary>
  )
}
