import { serverWords } from '#web/api/client.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

export interface FetchedListProps<Item> {
  query: UseQueryResult<Item[]>
  /** Grey shapes of what will come; the words above them are said by this component. */
  skeleton: ReactNode
  loadingText?: string | undefined
  /** The title of the card that stands here when nothing could be fetched. */
  failed: string
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}

/** The four faces of a list: loading, failed, empty and filled. */
export function FetchedList<Item>({
  query,
  skeleton,
  loadingText = 'Loading...',
  failed,
  empty,
  children,
}: FetchedListProps<Item>) {
  // What was fetched before is still shown when fetching it again fails.
  if (query.data) return query.data.length > 0 ? children(query.data) : empty
  if (query.error) {
    const message = serverWords(query.error, query.error.message)
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
