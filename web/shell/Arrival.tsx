import { useEffect } from 'react'
import { usePageTitle } from '#web/addresses/page-title.ts'
import { wentBack } from '#web/ui/focus/went-back.ts'

/**
 * Rendered before a page: sets the document's title and, after a navigation, moves the focus to the
 * page's heading, so that keyboard and screen reader users start there too.
 */
export function Arrival({ title }: { title: string }) {
  usePageTitle(title)
  useEffect(() => {
    if (isFirst) {
      isFirst = false
      return
    }
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    if (!target) return
    target.tabIndex = -1
    target.classList.add('outline-none')
    target.focus({ preventScroll: true })
    // When going back, the browser restores the scroll position itself.
    if (!wentBack()) window.scrollTo(0, 0)
  }, [])
  return null
}

// The browser itself handles the first page.
let isFirst = true
