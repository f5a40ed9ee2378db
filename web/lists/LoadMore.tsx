import { errorMessage } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useFocusOnMore } from './use-focus-on-more.ts'

export type LoadMoreProps = {
  query: Pick<
    UseInfiniteQueryResult,
    'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchNextPageError' | 'isFetchingNextPage'
  >
  label?: string | undefined
  /** The error card's title when the next page could not be fetched. */
  failed: string
  /** The last page's items are still loading. */
  isFilling?: boolean | undefined
}

/**
 * The end of a paged list: a button for the next page, if there is one. Render it at the list's end
 * too: it is empty then, but manages the focus.
 */
export function LoadMore({ query, label = 'Load More', failed, isFilling = false }: LoadMoreProps) {
  const busy = query.isFetchingNextPage || isFilling
  useFocusOnMore(busy)
  const loadNext = () => void query.fetchNextPage()
  if (query.isFetchNextPageError) {
    const message = errorMessage(query.error, query.error?.message ?? '')
    return <ErrorCard title={failed} message={message} busy={busy} onRetry={loadNext} />
  }
  if (!query.hasNextPage) return null
  return (
    <Button variant="outline" className="justify-self-center" busy={busy} onClick={loadNext}>
      {label}
    </Button>
  )
}
