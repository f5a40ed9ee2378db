import { useLocation, useSearch } from 'wouter'
import { printBrowseState, readBrowseState, type BrowseState } from './url-filters.ts'

/**
 * The filters and the view, which live in the address alone: a link carries them, and the back
 * button undoes a change. `replace` leaves no step behind to go back to.
 */
export function useBrowseState() {
  const [pathname, navigate] = useLocation()
  const state = readBrowseState(useSearch())

  function change(part: Partial<BrowseState>, { replace = false } = {}) {
    // What the address says now, which another step may have changed since this was drawn.
    const before = readBrowseState(window.location.search)
    const query = printBrowseState({ ...before, ...part })
    // A click on a tab tells twice, by the press and by the focus: going back must not take two.
    if (query === printBrowseState(before)) return
    navigate(query ? `${pathname}?${query}` : pathname, { replace })
  }

  return { state, change }
}
