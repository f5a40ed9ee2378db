import { serverWords } from '#web/api.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadMore } from './LoadMore.tsx'

export interface FetchedPagesProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>
  /** Grey shapes of what will come; the words above them are said by this component. */
  skeleton: ReactNode
  /** The title of the card that stands here when nothing could be fetched. */
  failed: string
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}

/** The faces of a list that comes in pages: loading, failed, empty and filled, and the way to more. */
export function FetchedPages<Item>({
  query,
  skeleton,
  failed,
  empty,
  children,
}: FetchedPagesProps<Item>) {
  const items = query.data?.pages.flatMap((page) => page.items)
  if (!items && query.error) {
    return (
      <div className="px-4.5 py-4">
        <ErrorCard
          title={failed}
          message={serverWords(query.error, query.error.message)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  }
  if (!items) {
    return (
      <div className="grid gap-3 px-4.5 py-4">
        <Spinner className="justify-start!" />
        {skeleton}
      </div>
    )
  }
  if (items.length === 0) return empty
  return (
    <>
      {children(items)}
      {query.hasNextPage && (
        <div className="grid border-t px-4.5 py-3">
          <LoadMore query={query} failed="More could not be loaded" />
        </div>
      )}
    </>
  )
}
