import { errorMessage } from '#web/api/client.ts'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NotUpToDate } from './NotUpToDate.tsx'

export interface FetchedListProps<Item> {
  query: Pick<UseQueryResult<Item[]>, 'error' | 'isRefetchError'> & {
    data: Item[] | undefined
    refetch: () => Promise<unknown>
  }
  skeleton: ReactNode
  loadingText?: string | undefined
  failed: string
  empty: ReactNode
  staleClass?: string
  children: (items: Item[]) => ReactNode
}

export function FetchedList<Item>({
  query,
  skeleton,
  loadingText = 'Loading...',
  failed,
  empty,
  staleClass = 'pb-2',
  children,
}: FetchedListProps<Item>) {
  // If loading fails, the earlier data stays visible.
  if (query.data)
    return (
      <>
        {query.isRefetchError && <NotUpToDate error={query.error} className={staleClass} />}
        {query.data.length > 0 ? children(query.data) : empty}
      </>
    )
  if (query.error) {
    const message = errorMessage(query.error, query.error.message)
    return <ErrorCard title={failed} message={message} onRetry={() => void query.refetch()} />
  }
  return (
    <div className="grid gap-3">
      <p role="status" className="text-muted-foreground">
        {loadingText}
      </p>
      {skeleton}
    </div>
  )
}
