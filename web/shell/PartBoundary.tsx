import { ErrorBoundary } from '#web/ui/display/ErrorBoundary.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** Wrap each optional part of a page, so that its failure doesn't affect the rest. */
export function PartBoundary({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  return (
    <ErrorBoundary
      title="This part couldn't be shown"
      // Cached data may have caused the failure. The failed part no longer observes its queries, so remove them to
      // force a refetch.
      onTryAgain={() => client.removeQueries({ type: 'inactive' })}
    >
      {children}
    </ErrorBoundary>
  )
}
