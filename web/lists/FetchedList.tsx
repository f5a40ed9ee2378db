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
  /** Gray placeholders for the list; this component adds the text above them. */
  skeleton: ReactNode
  loadingText?: string | undefined
  /** The error card's title when nothing could be fetched. */
  failed: string
  empty: ReactNode
  /** The look of the line above a list that couldn't be loaded again. */
  staleClass?: string
  children: (items: Item[]) => ReactNode
}

/** The four states of a list: loading, failed, empty and filled. */
export function FetchedList<Item>({
  query,
  skeleton,
  loadingText = 'Loading...',
  failed,
  empty,
  staleClass = 'pb-2',
  children,
}: FetchedListProps<Item>) {
  // Data fetched earlier stays visible when refetching fails.
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
