import { errorMessage } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'

export type LoadMoreProps = {
  query: Pick<
    UseInfiniteQueryResult,
    'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchNextPageError' | 'isFetchingNextPage'
  >
  label?: string | undefined
  failed: string
  isFilling?: boolean | undefined
}

/**
 * A button that loads the next page. Render it even after the last page, where it is invisible but still moves focus.
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

/**
 * The "load more" button loses focus when it is disabled or removed. Moves focus to the first control in the new items,
 * or else to the next control after the list. Does nothing if another element already has focus.
 */
function useFocusOnMore(busy: boolean) {
  const pressed = useRef<Element | null>(null)
  const before = useRef<HTMLElement | undefined>(undefined)
  useLayoutEffect(() => {
    if (!busy) {
      const { activeElement } = document
      if (activeElement === document.body || activeElement === pressed.current)
        controlAfter(before.current)?.focus({ preventScroll: true })
      before.current = undefined
      return undefined
    }
    const notePressed = () => {
      const { activeElement } = document
      const all = controls()
      pressed.current = activeElement
      before.current = all[all.findIndex((control) => control === activeElement) - 1]
    }
    notePressed()
    // The user might press another list's button while one list is loading.
    document.addEventListener('focusin', notePressed)
    return () => document.removeEventListener('focusin', notePressed)
  }, [busy])
}

function controlAfter(element: HTMLElement | undefined): HTMLElement | undefined {
  const all = controls()
  return element && all.slice(all.indexOf(element) + 1).find((each) => !each.matches(':disabled'))
}

const controls = () =>
  [
    ...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, textarea)'),
  ].filter((control) => control.checkVisibility())
