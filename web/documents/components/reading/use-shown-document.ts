import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { printShownDocument, readShownDocument, type ShownDocument } from './document-address.ts'

/** Marks a history entry that opening a document has added. Closing such a document goes back in the history. */
const openedHere = { isDocument: true }

/**
 * The document in the URL. Opening a document adds a history entry so that Back closes the document. Switching to
 * another document or page replaces that entry.
 */
export function useShownDocument() {
  const search = useSearch()
  const [pathname, navigate] = useLocation()
  const shown = readShownDocument(search)
  const isOpen = shown !== null
  useEffect(() => {
    if (!isOpen) window.history.scrollRestoration = 'auto'
  }, [isOpen])

  const goTo = (next: ShownDocument | null, options: { replace: boolean; state?: unknown }) => {
    const query = printShownDocument(window.location.search, next)
    navigate(query ? `${pathname}?${query}` : pathname, options)
  }

  const replaceBy = (next: ShownDocument) =>
    goTo(next, { replace: true, state: window.history.state as unknown })
  const show = (id: string) => {
    if (isOpen) return replaceBy({ id, page: null })
    // With `auto`, Back would restore the scroll position at the time of the click, even if the page was scrolled
    // later.
    window.history.scrollRestoration = 'manual'
    goTo({ id, page: null }, { replace: false, state: openedHere })
    window.history.scrollRestoration = 'auto'
  }
  const turnTo = (page: number | null) => shown && replaceBy({ ...shown, page })
  const close = () => {
    if (isOpenedHere(window.history.state)) window.history.back()
    else goTo(null, { replace: true })
  }
  return { shown, show, turnTo, close }
}

const isOpenedHere = (state: unknown) =>
  typeof state === 'object' && state !== null && 'isDocument' in state
