import { ErrorBoundary } from '#web/ui/display/ErrorBoundary.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** Wraps each part of a page that the rest can do without: it fails alone. */
export function PartBoundary({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  return (
    <ErrorBoundary
      title="This part couldn't be shown"
      // The data may have caused the failure. The failed part no longer uses it, so it is refetched.
      onTryAgain={() => client.removeQueries({ type: 'inactive' })}
    >
      {children}
    </ErrorBoundary>
  )
}
