import { useLocation, useSearch } from 'wouter'
import { printBrowseState, readBrowseState, type BrowseState } from './url-filters.ts'

/** Filters and view are stored only in the URL, so links and the back button work. `replace` adds no history entry. */
export function useBrowseState() {
  const [pathname, navigate] = useLocation()
  const state = readBrowseState(useSearch())

  function change(part: Partial<BrowseState>, { replace = false } = {}) {
    // Read the current URL, since another change may have happened after this render.
    const before = readBrowseState(window.location.search)
    const query = printBrowseState({ ...before, ...part })
    // Radix fires on mousedown and again on focus. Without this check the second call would add a history entry.
    if (query === printBrowseState(before)) return
    navigate(query ? `${pathname}?${query}` : pathname, { replace })
  }

  return { state, change }
}
