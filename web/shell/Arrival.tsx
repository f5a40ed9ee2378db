import { useEffect } from 'react'
import { usePageTitle } from '#web/addresses/page-title.ts'

/**
 * Rendered before a page. Sets the document title. After navigation, also moves focus to the page's heading, for
 * keyboard and screen reader users.
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
    // On back navigation, the browser itself restores the scroll position.
    if (!wentBack()) window.scrollTo(0, 0)
  }, [])
  return null
}

// The browser itself handles focus and scrolling for the first page.
let isFirst = true

let isBack = false
window.addEventListener('popstate', () => {
  isBack = true
})
// The wouter library dispatches this event for each new navigation.
window.addEventListener('pushState', () => {
  isBack = false
})

const wentBack = () => isBack
