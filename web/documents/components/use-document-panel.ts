import { crowd } from '#web/shell/sidebar-state.ts'
import { useMatches } from '#web/ui/use-matches.ts'
import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'

type Panel = RefObject<HTMLElement | null>

/** What a panel beside the page, or over it, does with the focus, the keys, the scroll, the sidebar and the rest. */
export function useDocumentPanel({
  panel,
  opener,
  isBeside,
  onClose,
}: {
  panel: Panel
  opener: HTMLElement
  isBeside: boolean
  onClose: () => void
}) {
  // First, because what is inert can't get the focus back.
  useRestingPage(panel, isBeside)
  useFocusInside(panel, opener)
  useStillOpener(opener)
  useEscape(onClose)
  useRoomOfSidebar(isBeside)
}

/** What the panel covers can't be used, scrolled or read. */
function useRestingPage(panel: Panel, isBeside: boolean) {
  useLayoutEffect(() => {
    const { current } = panel
    const frame = current?.parentElement
    if (isBeside || !frame) return undefined
    const rest = (isResting: boolean) => {
      for (const part of frame.children)
        if (part !== current) part.toggleAttribute('inert', isResting)
      document.documentElement.style.overflow = isResting ? 'hidden' : ''
    }
    rest(true)
    if (!current.contains(document.activeElement)) focusFirst(current)
    return () => rest(false)
  }, [panel, isBeside])
}

const focusFirst = (panel: HTMLElement) =>
  panel.querySelector('button')?.focus({ preventScroll: true })

/** Opening focuses the panel's button; closing returns the focus, unless it is on the page by then. */
function useFocusInside(panel: Panel, opener: HTMLElement) {
  useLayoutEffect(() => {
    const { current } = panel
    if (current) focusFirst(current)
    return () => {
      const { activeElement } = document
      if (activeElement !== document.body && !current?.contains(activeElement)) return
      const target = opener.isConnected ? opener : document.getElementById('main')
      target?.focus({ preventScroll: true })
    }
  }, [panel, opener])
}

/** Where the page gets another width, its lines wrap anew. What opened the panel stays where it is on the screen. */
function useStillOpener(opener: HTMLElement) {
  // Measured before the panel is there.
  const [top] = useState(() => topOf(opener))
  useLayoutEffect(() => {
    const stop = holdAt(opener, top)
    return () => {
      stop()
      holdAt(opener, topOf(opener))
    }
  }, [opener, top])
}

const topOf = (element: Element) => element.getBoundingClientRect().top

/** Scrolls the page so that the element keeps its place, until the sidebar has its new width. */
function holdAt(element: Element, top: number): () => void {
  const main = document.getElementById('main')
  if (!main || top < 0 || top > innerHeight) return () => {}
  const observer = new ResizeObserver(() => {
    if (element.isConnected) window.scrollBy({ top: topOf(element) - top, behavior: 'instant' })
  })
  observer.observe(main)
  const timer = setTimeout(stop, sidebarMs)
  function stop() {
    clearTimeout(timer)
    observer.disconnect()
  }
  return stop
}

/** Twice what that takes. */
const sidebarMs = 300

function useEscape(onClose: () => void) {
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    // A menu, a dialog or a tooltip that this key closes prevents its default.
    if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) onClose()
  })
  useEffect(() => {
    // After the listeners of those, which are on the document.
    window.addEventListener('keydown', closeOnEscape)
    return () => window.removeEventListener('keydown', closeOnEscape)
  }, [])
}

function useRoomOfSidebar(isBeside: boolean) {
  const isNeeded = useMatches(crowded) && isBeside
  useLayoutEffect(() => {
    setCrowd(isNeeded)
    return () => setCrowd(false)
  }, [isNeeded])
}

function setCrowd(matches: boolean) {
  crowd.matches = matches
  crowd.dispatchEvent(new Event('change'))
}

/** Where the page or the panel would be less than 42rem wide beside an expanded sidebar. */
const crowded = window.matchMedia('(width < 100rem)')
