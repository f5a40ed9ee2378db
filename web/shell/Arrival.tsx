import { useEffect } from 'react'
import { usePageTitle } from '#web/page-title.ts'

/**
 * Stands before a page and appears with it: names the document, and after a navigation puts the
 * focus on the page's heading, so that the keyboard and screen readers arrive where the eye does.
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
    // Going back, the browser restores the place by itself.
    if (!wentBack) window.scrollTo(0, 0)
  }, [])
  return null
}

// The browser itself takes care of the first page.
let isFirst = true
let wentBack = false
window.addEventListener('popstate', () => {
  wentBack = true
})
// The router says so itself whenever it goes somewhere new.
window.addEventListener('pushState', () => {
  wentBack = false
})
