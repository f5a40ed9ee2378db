import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** Stands around each part of a page that the others can do without: it fails alone. */
export function PartBoundary({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  return (
    <ErrorBoundary
      title="This part couldn't be shown"
      // The data may be what it failed on. No part uses it any longer, so it is fetched anew.
      onTryAgain={() => client.removeQueries({ type: 'inactive' })}
    >
      {children}
    </ErrorBoundary>
  )
}
