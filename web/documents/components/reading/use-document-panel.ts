import { crowd } from '#web/shell/sidebar-state.ts'
import { useMatches } from '#web/ui/use-matches.ts'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'

type Panel = RefObject<HTMLElement | null>

/**
 * Manages focus, keyboard input, scrolling, and the `inert` attribute for a document panel next to the page or over it.
 */
export function useDocumentPanel({
  panel,
  linkId,
  isBeside,
  onClose,
  onClosed,
}: {
  panel: Panel
  linkId: string
  isBeside: boolean
  onClose: () => void
  /** Returns true if it moved focus. Otherwise, focus returns to the link. */
  onClosed: () => boolean
}) {
  // This effect must run first, because its cleanup removes `inert`. Otherwise, focus couldn't return to the page.
  useRestingPage(panel, isBeside)
  useFocusInside(panel, linkId, onClosed)
  useStillOpener(linkId)
  useEscape(onClose)
  useRoomOfSidebar(isBeside)
}

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
  panel.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true })

export const linkIdOf = (documentId: string) => `document-${documentId}`

/**
 * Focuses the panel's close button when the panel opens or switches to another document opened from the page. Restores
 * focus when the panel closes, unless focus is already on the page.
 */
function useFocusInside(panel: Panel, linkId: string, onClosed: () => boolean) {
  const last = useRef({ linkId, onClosed })
  const shownId = useRef<string>(undefined)
  useLayoutEffect(() => {
    last.current = { linkId, onClosed }
  })
  useLayoutEffect(() => {
    const { current } = panel
    if (!current || shownId.current === linkId) return
    shownId.current = linkId
    if (!current.contains(document.activeElement)) focusFirst(current)
  }, [panel, linkId])
  useLayoutEffect(() => {
    const { current } = panel
    return () => {
      if (last.current.onClosed()) return
      const { activeElement } = document
      if (activeElement !== document.body && !current?.contains(activeElement)) return
      const target = document.getElementById(last.current.linkId) ?? document.getElementById('main')
      target?.focus({ preventScroll: true })
    }
  }, [panel])
}

/** Keeps the link at the same position on the screen when the page's new width wraps its text differently. */
function useStillOpener(linkId: string) {
  // The position is measured before the panel is rendered. It remains valid if the panel shows another document.
  const [held] = useState(() => {
    const link = document.getElementById(linkId)
    return link && { link, top: topOf(link) }
  })
  useLayoutEffect(() => {
    if (!held) return undefined
    const stop = holdAt(held.link, held.top)
    return () => {
      stop()
      holdAt(held.link, topOf(held.link))
    }
  }, [held])
}

const topOf = (element: Element) => element.getBoundingClientRect().top

/** Keeps the element at the same position on the screen until the sidebar's width transition ends. */
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

/** Twice the duration of the transition, in milliseconds. */
const sidebarMs = 300

function useEscape(onClose: () => void) {
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    // Menus, dialogs, and tooltips that handle Escape call preventDefault.
    if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) onClose()
  })
  useEffect(() => {
    // The listener is on `window` so that it runs after the Escape listeners on `document`.
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

/** In a narrower window with the sidebar expanded, the page or the panel would be less than 42rem wide. */
const crowded = window.matchMedia('(width < 100rem)')
