import { errorMessage } from '#web/api/client.ts'
import { cx } from '#web/ui/cx.ts'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Spinner } from '#web/ui/display/Spinner.tsx'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadMore } from './LoadMore.tsx'
import { NotUpToDate } from './NotUpToDate.tsx'

export interface FetchedPagesProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>
  skeleton: ReactNode
  failed: string
  empty: ReactNode
  /** Replaces the default retry so that it reloads more than this list. */
  onRetry?: (() => void) | undefined
  /** True while data for the items is still loading. The next page isn't loaded before that. */
  isFilling?: boolean | undefined
  children: (items: Item[]) => ReactNode
}

export function FetchedPages<Item>({
  query,
  skeleton,
  failed,
  empty,
  onRetry = () => void query.refetch(),
  isFilling = false,
  children,
}: FetchedPagesProps<Item>) {
  const items = query.data?.pages.flatMap((page) => page.items)
  if (!items && query.error) {
    return (
      <div className="px-4.5 py-4">
        <ErrorCard
          title={failed}
          message={errorMessage(query.error, query.error.message)}
          busy={query.isFetching}
          onRetry={onRetry}
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
  return (
    <>
      {query.isRefetchError && <NotUpToDate error={query.error} className="border-b px-4.5 py-2" />}
      {items.length === 0 ? empty : children(items)}
      <div className={cx('grid', query.hasNextPage && 'border-t px-4.5 py-3')}>
        <LoadMore query={query} isFilling={isFilling} failed="More couldn't be loaded" />
      </div>
    </>
  )
}
