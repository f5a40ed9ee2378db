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
  failed: string
  isFilling?: boolean | undefined
}

/** A button for the next page. Render it after the last page too: it is empty then, but still moves the focus. */
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
