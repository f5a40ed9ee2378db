import { serverWords } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useFocusOnMore } from './use-focus-on-more.ts'

export type LoadMoreProps = {
  query: Pick<
    UseInfiniteQueryResult,
    'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchNextPageError' | 'isFetchingNextPage'
  >
  /** The title of the card that stands here when the next page could not be fetched. */
  failed: string
  /** What came last is not all there yet. */
  isFilling?: boolean | undefined
}

/**
 * The end of a list that comes in pages: asks for the next one, as long as there is one. Render it
 * at the list's end too: it is nothing then, but takes care of the focus.
 */
export function LoadMore({ query, failed, isFilling = false }: LoadMoreProps) {
  const busy = query.isFetchingNextPage || isFilling
  useFocusOnMore(busy)
  const loadNext = () => void query.fetchNextPage()
  if (query.isFetchNextPageError) {
    const message = serverWords(query.error, query.error?.message ?? '')
    return <ErrorCard title={failed} message={message} busy={busy} onRetry={loadNext} />
  }
  if (!query.hasNextPage) return null
  return (
    <Button variant="outline" className="justify-self-center" busy={busy} onClick={loadNext}>
      Load more
    </Button>
  )
}
